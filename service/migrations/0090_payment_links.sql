-- Links are the checkouts that people make. Their events go to the address that the application
-- usually has, which people who run the service set: nobody types one with a link.
alter table applications add column callback_url text;

-- The list of links does not read the checkouts of platforms, which are many more.
create index links_by_id on checkouts (id) where created_by not like 'api%';

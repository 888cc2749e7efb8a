-- What the reason of a move says, as a code with its values, so that the console can say it in
-- every language; null for a person's own words and for history from before. Older processes leave
-- it out. The other sentences for staff keep their columns and are written there as JSON.
alter table transitions add column remark text;

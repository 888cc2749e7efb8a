-- A code in use names merchant and amount by their placeholders and holds no other number, so that
-- whom players pay is read from the channel alone. Channels of before keep the code they have until
-- they are changed; one that is switched off may have any.
alter table channels add constraint codes_name_merchant_and_amount
  check (not enabled or ussd_template is null
         or (ussd_template like '%{merchant}%' and ussd_template like '%{amount}%'
             and ussd_template !~ '[0-9]{5,}'))
  not valid;

import { VISITED_OFTEN } from './storage.ts'

/** The end of libraries. */
export const RETENTION = `
create table customers (
  account_id text primary key,
  email text not null,
  first_name text,
  last_name text,
  business boolean not null default false,
  business_status text check (business_status in ('Default', 'New', 'Active', 'Blocked')),
  brand_id text not null,
  locale text not null,
  registered_at timestamptz not null,
  last_uploaded_at timestamptz,
  last_order_at timestamptz,
  delayed_deletion_at timestamptz,
  deleted_at timestamptz,
  moved_deletion_at timestamptz,
  vendor text not null,
  salutation text,
  date_of_birth text,
  phone_number text,
  payment_method text,
  callback_url text,
  callback_format text,
  erasing_at timestamptz,
  retailer_status text,
  retailer_status_version integer
) with (fillfactor = 80, ${VISITED_OFTEN});
create index customers_by_clock on customers (brand_id, COALESCE(last_order_at, registered_at))
  where deleted_at is null;
create index customers_by_delay on customers (brand_id, delayed_deletion_at)
  where deleted_at is null and delayed_deletion_at is not null;

create table retention_notices (
  account_id text not null,
  deadline timestamptz not null,
  days_before integer not null,
  state text not null check (state in ('due', 'sending', 'sent', 'failed', 'unknown', 'missed', 'withdrawn')),
  due_at timestamptz not null,
  tried_at timestamptz,
  sent_at timestamptz,
  brand_id text not null,
  primary key (account_id, deadline, days_before)
);
create index retention_notices_open on retention_notices (tried_at) where state = 'sending';
create index retention_notices_due on retention_notices (brand_id, deadline, account_id, days_before)
  where state = 'due';
create index retention_notices_tried on retention_notices (brand_id, tried_at)
  where brand_id is not null and tried_at is not null;

create table retention_departures (
  account_id text not null,
  departure_id uuid not null,
  brand_id text not null,
  deadline timestamptz not null,
  state text not null check (state in ('leaving', 'left', 'returning', 'returned', 'erasing', 'erased')),
  left_at timestamptz not null,
  left_on text not null,
  erase_at timestamptz not null,
  erasing_on text,
  ended_at timestamptz,
  photos integer not null default 0,
  bytes bigint not null default 0,
  returned integer not null default 0,
  erased integer not null default 0,
  primary key (account_id, departure_id)
);
create unique index retention_departures_open on retention_departures (account_id)
  where state in ('leaving', 'left', 'returning', 'erasing');
create index retention_departures_by_left on retention_departures (brand_id, left_on);
create index retention_departures_by_erasing on retention_departures (brand_id, erasing_on)
  where erasing_on is not null;
create index retention_departures_by_erase_at on retention_departures (brand_id, erase_at) where state = 'left';

create table retention_guards (
  brand_id text not null,
  phase text not null check (phase in ('leave', 'erase')),
  day text not null,
  due integer not null,
  customers integer not null,
  held_at timestamptz not null,
  confirmed integer,
  confirmed_at timestamptz,
  confirmed_by text,
  primary key (brand_id, phase, day)
);

create table retention_journal (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  as_of timestamptz not null,
  event text not null,
  rule text not null,
  actor text not null,
  brand_id text,
  account_id text,
  deadline timestamptz,
  photos integer,
  bytes bigint,
  note text
);
create index retention_journal_by_account on retention_journal (account_id, entry_id)
  where account_id is not null;

create table retention_mail_rates (
  brand_id text primary key,
  claimed_at timestamptz not null
);
`

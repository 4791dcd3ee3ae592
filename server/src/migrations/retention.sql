create table retention_notices (
  account_id text not null, deadline timestamptz not null, days_before integer not null,
  primary key (account_id, deadline, days_before),
  brand_id text not null,
  state text not null check (state in ('due', 'sending', 'sent', 'failed', 'unknown', 'missed', 'withdrawn')),
  due_at timestamptz not null, tried_at timestamptz, sent_at timestamptz
);
create index retention_notices_open on retention_notices (tried_at) where state = 'sending';
create index retention_notices_due on retention_notices (brand_id, deadline, account_id, days_before)
  where state = 'due';
create index retention_notices_tried on retention_notices (brand_id, tried_at)
  where brand_id is not null and tried_at is not null;

create table retention_mail_rates (brand_id text primary key, claimed_at timestamptz not null);

-- Expirations of libraries; at most one is open per library.
create table retention_departures (
  account_id text not null, departure_id uuid not null, primary key (account_id, departure_id),
  brand_id text not null, deadline timestamptz not null,
  state text not null check (state in ('leaving', 'left', 'returning', 'returned', 'erasing', 'erased')),
  left_at timestamptz not null, left_on text not null, erase_at timestamptz not null,
  erasing_on text, ended_at timestamptz,
  photos integer not null default 0, bytes bigint not null default 0,
  returned integer not null default 0, erased integer not null default 0
);
create unique index retention_departures_open on retention_departures (account_id)
  where state in ('leaving', 'left', 'returning', 'erasing');
create index retention_departures_by_left on retention_departures (brand_id, left_on);
create index retention_departures_by_erasing on retention_departures (brand_id, erasing_on)
  where erasing_on is not null;
create index retention_departures_by_erase_at on retention_departures (brand_id, erase_at)
  where state = 'left';

create table retention_guards (
  brand_id text not null, primary key (brand_id, phase, day),
  phase text not null check (phase in ('leave', 'erase')), day text not null,
  due integer not null, customers integer not null,
  held_at timestamptz not null, confirmed integer, confirmed_at timestamptz, confirmed_by text
);

create table retention_journal (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null, as_of timestamptz not null,
  event text not null, rule text not null, actor text not null, brand_id text, account_id text,
  deadline timestamptz, photos integer, bytes bigint, note text
);
create index retention_journal_by_account on retention_journal (account_id, entry_id)
  where account_id is not null;

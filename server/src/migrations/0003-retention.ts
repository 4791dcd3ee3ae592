import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table orders (
    account_id text not null,
    code text not null,
    created_at timestamptz not null,
    state text not null,
    body jsonb not null,
    received_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (account_id, code)
  )`,
  `create unique index orders_by_code on orders (code)`,
  `alter table customers add column moved_deletion_at timestamptz`,
  // These indexes find libraries that may have expired without reading all customers.
  `create index customers_by_clock on customers (brand_id, (coalesce(last_order_at, registered_at)))
    where deleted_at is null`,
  `create index customers_by_delay on customers (brand_id, delayed_deletion_at)
    where deleted_at is null and delayed_deletion_at is not null`,
  // Set together with deleted_at when retention, not the customer, moved the photo to the bin.
  `alter table photos add column expired_at timestamptz`,
  `create index photos_expired on photos (account_id, photo_id) where expired_at is not null`,
  `create table retention_notices (
    account_id text not null,
    deadline timestamptz not null,
    days_before integer not null,
    state text not null check (state in ('due', 'sending', 'sent', 'failed', 'unknown', 'missed', 'withdrawn')),
    due_at timestamptz not null,
    tried_at timestamptz,
    sent_at timestamptz,
    primary key (account_id, deadline, days_before)
  )`,
  `create index retention_notices_open on retention_notices (tried_at) where state = 'sending'`,
  `create table retention_departures (
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
  )`,
  // At most one open expiration per library.
  `create unique index retention_departures_open on retention_departures (account_id)
    where state in ('leaving', 'left', 'returning', 'erasing')`,
  `create index retention_departures_by_left on retention_departures (brand_id, left_on)`,
  `create index retention_departures_by_erasing on retention_departures (brand_id, erasing_on)
    where erasing_on is not null`,
  `create index retention_departures_by_erase_at on retention_departures (brand_id, erase_at) where state = 'left'`,
  `create table retention_guards (
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
  )`,
  `create table retention_journal (
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
  )`,
  `create index retention_journal_by_account on retention_journal (account_id, entry_id) where account_id is not null`,
]

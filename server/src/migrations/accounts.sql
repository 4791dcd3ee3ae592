-- Keys that name no account are in this directory, written in the transaction of the row they name (0112).
-- One address may have one account at each vendor.
create table account_directory (
  account_id text primary key, vendor text not null, email text not null, business boolean not null
);
create unique index account_directory_by_email on account_directory (email, vendor);

-- The two indexes find libraries that may have expired without reading all customers.
create table customers (
  account_id text primary key, vendor text not null, brand_id text not null, locale text not null,
  email text not null, salutation text, first_name text, last_name text, date_of_birth text,
  phone_number text, payment_method text, shares_positions boolean not null default false,
  business boolean not null default false,
  business_status text check (business_status in ('Default', 'New', 'Active', 'Blocked')),
  callback_url text, callback_format text, retailer_status text, retailer_status_version integer,
  registered_at timestamptz not null, last_uploaded_at timestamptz, last_order_at timestamptz,
  delayed_deletion_at timestamptz, moved_deletion_at timestamptz, deleted_at timestamptz,
  erasing_at timestamptz
) with (fillfactor = 80);
create index customers_by_clock on customers (brand_id, coalesce(last_order_at, registered_at))
  where deleted_at is null;
create index customers_by_delay on customers (brand_id, delayed_deletion_at)
  where deleted_at is null and delayed_deletion_at is not null;

create table addresses (
  account_id text not null, address_id uuid not null, primary key (account_id, address_id),
  first_name text not null, last_name text not null, company_name text, street text not null,
  street_number text, street_number_addition text, postal_code text, city text not null,
  country_code text not null, phone_number text not null,
  is_default boolean not null, created_at timestamptz not null
);
create unique index addresses_default on addresses (account_id) where is_default;

create table business_details (
  account_id text primary key, company_name text not null, registration_number text not null,
  vat_number text not null, contact_first_name text not null, contact_last_name text not null,
  invoice_email text not null, phone_number text not null,
  invoice_address jsonb not null, version integer not null, change_id uuid not null,
  changed_at timestamptz not null, held_email text, held_until timestamptz
);

create table credentials (
  account_id text primary key, password_hash text not null,
  email_verified_at timestamptz, changed_at timestamptz not null
);

create table oidc_records (
  kind text not null, id text not null, primary key (kind, id),
  account_id text, grant_id text, uid text, user_code text,
  payload jsonb not null,
  expires_at timestamptz, consumed_at timestamptz
);
create index oidc_records_by_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_by_uid on oidc_records (uid) where uid is not null;
create index oidc_records_by_account on oidc_records (account_id) where account_id is not null;
create index oidc_records_by_expiry on oidc_records (expires_at);

-- The browsers and apps that an account is signed in on, one row for each grant (0164).
create table devices (
  account_id text not null, grant_id text not null, primary key (account_id, grant_id),
  client_id text not null, label text, network text, methods jsonb not null,
  auth_time timestamptz not null, bind_hash text,
  step_up_wanted_until timestamptz, created_at timestamptz not null,
  last_used_at timestamptz not null, ended_at timestamptz, ended_by text, ended_device text
);
create index devices_by_creation on devices (created_at);

create table passkeys (
  account_id text not null, passkey_id text not null, primary key (account_id, passkey_id),
  credential_id text not null, public_key bytea not null, algorithm integer not null,
  rp_id text not null, name text not null, aaguid text not null,
  backed_up boolean not null, transports jsonb not null, counter bigint not null,
  created_at timestamptz not null, last_used_at timestamptz
);
create unique index passkeys_by_credential on passkeys (credential_id);

-- What authenticators know an account by (0167).
create table webauthn_handles (account_id text primary key, handle text not null unique);

-- Addresses that an account had before (0165).
create table former_emails (
  account_id text not null, email text not null, primary key (account_id, email),
  since timestamptz not null, until timestamptz not null, is_lost boolean not null
);

create table mail_tokens (
  account_id text not null, token_hash text not null, primary key (account_id, token_hash),
  purpose text not null, payload jsonb,
  created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz
);
create index mail_tokens_by_hash on mail_tokens (token_hash);

create table rate_counts (
  key text not null, window_start timestamptz not null, primary key (key, window_start),
  count integer not null
);

-- A bounce is attributed to an account by the id of the mail.
create table sent_mails (
  mail_id uuid primary key,
  account_id text not null, kind text not null, ref text not null, subject text not null,
  sent_at timestamptz not null, bounced_at timestamptz, bounce_status text, reply text,
  to_former_address boolean not null default false
);
create index sent_mails_bounced on sent_mails (account_id, bounced_at) where bounced_at is not null;
create index sent_mails_by_age on sent_mails (sent_at);
create index sent_mails_by_account on sent_mails (account_id);

-- One-time tickets for the checkout of the shop, by their hash.
create table checkout_tickets (
  ticket_hash text primary key, account_id text not null,
  created_at timestamptz not null, expires_at timestamptz not null, redeemed_at timestamptz
);
create index checkout_tickets_by_account on checkout_tickets (account_id, created_at);

create table subscription_profiles (
  brand_id text not null, email text not null, primary key (brand_id, email),
  state text not null, ticket text not null, unsubscribe_id uuid not null,
  locale text not null, source text not null,
  requested_at timestamptz not null, confirmed_at timestamptz, withdrawn_at timestamptz
);
create index subscription_profiles_by_email on subscription_profiles (email);
create unique index subscription_profiles_by_ticket on subscription_profiles (ticket);
create unique index subscription_profiles_by_unsubscribe_id on subscription_profiles (unsubscribe_id);

-- Closed accounts with a grace period.
create table closures (
  keep_hash text primary key, account_id text, state text not null,
  closed_at timestamptz not null, erase_at timestamptz not null, ended_at timestamptz
);
create index closures_by_account on closures (account_id);
create index closures_due on closures (erase_at) where state in ('closed', 'erasing');

-- What happened in an account, by whom (0193).
create table journal (
  account_id text not null, entry_id uuid not null, primary key (account_id, entry_id),
  kind text not null, at timestamptz not null, until timestamptz,
  actor text not null, actor_id text, device_name text, network text,
  subject text, total integer, detail jsonb not null, before jsonb, undoes uuid, effective_at timestamptz,
  expires_at timestamptz not null
);
create unique index journal_by_undone on journal (account_id, undoes) where undoes is not null;
create index journal_by_effect on journal (account_id, effective_at) where effective_at is not null;
create index journal_by_expiry on journal (expires_at);
create index journal_by_age_of_values on journal (at) where before is not null;

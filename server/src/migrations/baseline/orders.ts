/** Orders, what customers ask for them, and what came with them. */
export const ORDERS = `
create table orders (
  account_id text not null,
  code text not null,
  created_at timestamptz not null,
  body jsonb not null,
  received_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  payable_until timestamptz,
  state text not null,
  placed_year integer not null,
  search_text text not null,
  primary key (account_id, code)
);
create unique index orders_by_code on orders (code);
create index orders_by_date on orders (account_id, created_at desc, code desc);

create table order_products (
  code text primary key,
  account_id text not null,
  order_code text not null,
  article text not null
);
create index order_products_by_order on order_products (order_code);
create index order_products_by_article on order_products (account_id, article, order_code);

create table order_feeds (
  feed text not null,
  key text not null,
  version integer not null,
  body jsonb not null,
  updated_at timestamptz not null,
  promised jsonb,
  primary key (feed, key)
);

create table order_address_changes (
  change_id uuid primary key,
  account_id text not null,
  order_code text not null,
  state text not null,
  address jsonb not null,
  previous_address jsonb not null,
  refusal text,
  requested_at timestamptz not null,
  updated_at timestamptz not null,
  mailed_at timestamptz
);
create index order_address_changes_by_order on order_address_changes (order_code, requested_at desc);
create index order_address_changes_by_account on order_address_changes (account_id);
create unique index order_address_changes_open on order_address_changes (order_code)
  where state in ('requested', 'sent');

create table reorder_requests (
  account_id text not null,
  order_code text not null,
  request_id uuid not null,
  requested_at timestamptz not null,
  primary key (account_id, order_code)
);

create table order_records (
  code text primary key,
  created_at timestamptz not null,
  amount bigint,
  currency text
);

create table order_photos (
  account_id text not null,
  photo_id uuid not null,
  product_code text not null,
  order_code text not null,
  primary key (account_id, photo_id, product_code)
);
create index order_photos_by_order on order_photos (order_code);

create table order_list_versions (
  account_id text primary key,
  version uuid not null
) with (fillfactor = 50);

create table order_cancellations (
  cancellation_id uuid primary key,
  account_id text not null,
  order_code text not null,
  state text not null,
  reason text,
  refusal text,
  requested_at timestamptz not null,
  updated_at timestamptz not null,
  mailed_at timestamptz
);
create index order_cancellations_by_order on order_cancellations (order_code, requested_at desc);
create index order_cancellations_by_account on order_cancellations (account_id);
create unique index order_cancellations_open on order_cancellations (order_code)
  where state in ('requested', 'sent');

create table order_mails (
  mail_id uuid primary key,
  account_id text not null,
  order_code text not null,
  kind text not null,
  event_key text not null,
  requests integer not null default 1,
  requested_at timestamptz not null,
  mailed_at timestamptz,
  mailed_days text
);
create unique index order_mails_by_event on order_mails (account_id, order_code, event_key);

create table withdrawals (
  withdrawal_id uuid primary key,
  reference text not null,
  account_id text,
  order_code text,
  brand_id text not null,
  locale text not null,
  input jsonb not null,
  statement text not null,
  product_codes jsonb not null,
  is_late boolean not null,
  ended_at timestamptz,
  state text not null,
  reason text,
  label_url text,
  send_back_by timestamptz,
  recipient text not null,
  submitted_at timestamptz not null,
  checked_at timestamptz,
  mailed_at timestamptz,
  delivered_at timestamptz,
  erased_at timestamptz,
  unique (reference)
);
create index withdrawals_by_account on withdrawals (account_id, order_code) where account_id is not null;
create index withdrawals_by_recipient on withdrawals (recipient, mailed_at) where mailed_at is not null;
create index withdrawals_without_account on withdrawals (delivered_at) where account_id is null;

create table complaints (
  complaint_id text primary key,
  account_id text not null,
  order_code text not null,
  product_codes jsonb not null,
  reason text not null,
  text text not null,
  wish text not null,
  state text not null,
  revision integer not null,
  version integer not null,
  feed jsonb,
  reprint_code text,
  submitted_at timestamptz not null,
  updated_at timestamptz not null,
  reviewed_at timestamptz,
  answer_by timestamptz,
  decided_at timestamptz,
  objected_at timestamptz,
  closed_at timestamptz,
  attachments_deleted_at timestamptz,
  mailed jsonb not null default '[]'
);
create index complaints_by_order on complaints (account_id, order_code);
create index complaints_by_reprint on complaints (account_id, reprint_code) where reprint_code is not null;
create index complaints_to_close on complaints (decided_at) where state = 'decided';
create index complaints_to_answer on complaints (answer_by) where state = 'question';
create index complaints_to_clean_up on complaints (closed_at)
  where closed_at is not null and attachments_deleted_at is null;

create table complaint_products (
  complaint_id text not null,
  account_id text not null,
  product_code text not null,
  is_open boolean not null,
  primary key (complaint_id, product_code)
);
create unique index complaint_products_open on complaint_products (account_id, product_code) where is_open;

create table complaint_messages (
  message_id text primary key,
  complaint_id text not null,
  account_id text not null,
  at timestamptz not null,
  text text not null,
  reopens boolean not null
);
create index complaint_messages_by_complaint on complaint_messages (complaint_id, at);

create table complaint_attachments (
  attachment_id text primary key,
  account_id text not null,
  complaint_id text not null,
  message_id text,
  position integer,
  upload_size bigint not null,
  sha256 text,
  size integer,
  width integer,
  height integer,
  created_at timestamptz not null,
  ready_at timestamptz,
  sent_at timestamptz,
  deleted_at timestamptz
);
create index complaint_attachments_by_complaint on complaint_attachments (complaint_id);
create index complaint_attachments_unsent on complaint_attachments (account_id) where sent_at is null;
create index complaint_attachments_unsent_by_age on complaint_attachments (created_at) where sent_at is null;

create table voucher_offers (
  option_code text primary key,
  version integer not null,
  body jsonb not null,
  updated_at timestamptz not null
);

create table vouchers (
  product_code text primary key,
  account_id text not null,
  code text not null,
  version integer not null,
  body jsonb not null,
  updated_at timestamptz not null
);
create index vouchers_by_code on vouchers (account_id, code);

create table product_files (
  product_code text not null,
  purpose text not null,
  account_id text not null,
  version integer not null,
  blob_key text not null,
  content_start integer not null,
  content_length integer not null,
  deflated boolean not null,
  size integer not null,
  sha256 text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (product_code, purpose)
);
create index product_files_by_account on product_files (account_id, purpose, created_at desc);

create table unused_product_blobs (
  blob_key text primary key,
  account_id text not null,
  remove_at timestamptz not null
);
create index unused_product_blobs_by_time on unused_product_blobs (remove_at);
create index unused_product_blobs_by_account on unused_product_blobs (account_id);

create table invoices (
  invoice_id uuid primary key,
  account_id text not null,
  channel text not null,
  number text not null,
  group_id text,
  issue_date text not null,
  amount bigint not null,
  currency text not null,
  version integer not null,
  body jsonb not null,
  pdf_source text not null,
  available_from timestamptz,
  state text not null,
  failure text,
  blob_key text,
  sha256 text,
  size bigint,
  crc32 bigint,
  ready_at timestamptz,
  updated_at timestamptz not null,
  payment_status text,
  unique (channel, number),
  unique (group_id)
);
create index invoices_by_date on invoices (account_id, issue_date desc, number desc);

create table invoice_records (
  channel text not null,
  number text not null,
  issue_date text not null,
  amount bigint not null,
  currency text not null,
  primary key (channel, number)
);

create table merchandise_channels (
  channel_id text primary key,
  version integer not null,
  body jsonb not null,
  updated_at timestamptz not null
);
`

/**
 * The address of a link or picture in a mail. Only `createEmailLink` and `getShopLink` (domains/brands) create it, from
 * configuration and brand, so that the host of a request cannot decide where a mail leads.
 */
export type EmailLink = string & { readonly [emailLink]: true }

declare const emailLink: unique symbol

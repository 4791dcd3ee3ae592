import * as activation from '#contract/activation.ts'
import * as activity from '#contract/activity.ts'
import * as addressChange from '#contract/address-change.ts'
import * as addresses from '#contract/addresses.ts'
import * as albums from '#contract/albums.ts'
import * as apiKeys from '#contract/api-keys.ts'
import * as brands from '#contract/brands.ts'
import * as businessDetails from '#contract/business-details.ts'
import * as callbackPayload from '#contract/callback-payload.ts'
import * as callbacks from '#contract/callbacks.ts'
import * as checkoutTickets from '#contract/checkout-tickets.ts'
import * as closures from '#contract/closures.ts'
import * as complaint from '#contract/complaint.ts'
import * as complaints from '#contract/complaints.ts'
import * as customers from '#contract/customers.ts'
import * as deliveryAddress from '#contract/delivery-address.ts'
import * as devices from '#contract/devices.ts'
import * as downloads from '#contract/downloads.ts'
import * as emailChanges from '#contract/email-changes.ts'
import * as errors from '#contract/errors.ts'
import * as exports from '#contract/exports.ts'
import * as firstScreen from '#contract/first-screen.ts'
import * as invoiceDocument from '#contract/invoice-document.ts'
import * as invoices from '#contract/invoices.ts'
import * as merchandise from '#contract/merchandise.ts'
import * as notMe from '#contract/not-me.ts'
import * as orderChanges from '#contract/order-changes.ts'
import * as orderDocuments from '#contract/order-documents.ts'
import * as orderFileCalls from '#contract/order-file-calls.ts'
import * as orderSearches from '#contract/order-searches.ts'
import * as orders from '#contract/orders.ts'
import * as ownVouchers from '#contract/own-vouchers.ts'
import * as passkeys from '#contract/passkeys.ts'
import * as password from '#contract/password.ts'
import * as photoDates from '#contract/photo-dates.ts'
import * as photoFilter from '#contract/photo-filter.ts'
import * as photoProducts from '#contract/photo-products.ts'
import * as photoSearch from '#contract/photo-search.ts'
import * as photoSelection from '#contract/photo-selection.ts'
import * as photos from '#contract/photos.ts'
import * as places from '#contract/places.ts'
import * as productFiles from '#contract/product-files.ts'
import * as projects from '#contract/projects.ts'
import * as reauthentication from '#contract/reauthentication.ts'
import * as recovery from '#contract/recovery.ts'
import * as reorders from '#contract/reorders.ts'
import * as reports from '#contract/reports.ts'
import * as retailerComplaints from '#contract/retailer-complaints.ts'
import * as retailerCustomers from '#contract/retailer-customers.ts'
import * as retailerInvoices from '#contract/retailer-invoices.ts'
import * as retailerMerchandise from '#contract/retailer-merchandise.ts'
import * as retailerOrders from '#contract/retailer-orders.ts'
import * as retailerProductFiles from '#contract/retailer-product-files.ts'
import * as retailerProjects from '#contract/retailer-projects.ts'
import * as retailerRefusals from '#contract/retailer-refusals.ts'
import * as retailerStates from '#contract/retailer-states.ts'
import * as retailerStoredPictures from '#contract/retailer-stored-pictures.ts'
import * as retailerVouchers from '#contract/retailer-vouchers.ts'
import * as retailerWidgets from '#contract/retailer-widgets.ts'
import * as retention from '#contract/retention.ts'
import * as searchSuggestions from '#contract/search-suggestions.ts'
import * as security from '#contract/security.ts'
import * as selectionDrafts from '#contract/selection-drafts.ts'
import * as session from '#contract/session.ts'
import * as sftpAccess from '#contract/sftp-access.ts'
import * as sharedAlbums from '#contract/shared-albums.ts'
import * as sharedAlbumsSummary from '#contract/shared-albums-summary.ts'
import * as storedPictures from '#contract/stored-pictures.ts'
import * as subscriptions from '#contract/subscriptions.ts'
import * as tempSelections from '#contract/temp-selections.ts'
import * as thirdParties from '#contract/third-parties.ts'
import * as tidyUp from '#contract/tidy-up.ts'
import * as uploadBatches from '#contract/upload-batches.ts'
import * as uploadSessions from '#contract/upload-sessions.ts'
import * as uploads from '#contract/uploads.ts'
import * as vouchers from '#contract/vouchers.ts'
import * as gallery from '#contract/widget-gallery.ts'
import * as widgets from '#contract/widgets.ts'
import * as withdrawalVocabulary from '#contract/withdrawal.ts'
import * as withdrawals from '#contract/withdrawals.ts'

/** The modules of the contract whose exports give names to operations and schemas of the OpenAPI document. */
export const contractModules: readonly Record<string, unknown>[] = [
  sftpAccess,
  photoDates,
  photoProducts,
  tidyUp,
  activation,
  activity,
  addressChange,
  addresses,
  albums,
  apiKeys,
  brands,
  businessDetails,
  callbackPayload,
  callbacks,
  closures,
  checkoutTickets,
  complaint,
  complaints,
  customers,
  deliveryAddress,
  downloads,
  devices,
  emailChanges,
  errors,
  exports,
  firstScreen,
  gallery,
  invoiceDocument,
  invoices,
  merchandise,
  notMe,
  orderChanges,
  orderFileCalls,
  orderDocuments,
  orderSearches,
  orders,
  ownVouchers,
  passkeys,
  password,
  photoFilter,
  photoSearch,
  photoSelection,
  searchSuggestions,
  photos,
  places,
  productFiles,
  projects,
  recovery,
  reauthentication,
  reorders,
  reports,
  retailerComplaints,
  retailerCustomers,
  retailerInvoices,
  retailerMerchandise,
  retailerOrders,
  retailerProductFiles,
  retailerProjects,
  retailerRefusals,
  retailerStates,
  retailerStoredPictures,
  retailerVouchers,
  retailerWidgets,
  retention,
  security,
  selectionDrafts,
  session,
  sharedAlbums,
  sharedAlbumsSummary,
  storedPictures,
  subscriptions,
  tempSelections,
  thirdParties,
  uploadBatches,
  uploadSessions,
  uploads,
  vouchers,
  widgets,
  withdrawalVocabulary,
  withdrawals,
]

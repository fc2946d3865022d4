/**
 * Targets of links in mails, each with `?token=`. They lead to the server, not to the app, because mail programs call them too.
 */
export const CONFIRM_PATH = '/api/mail/confirm'
export const UNSUBSCRIBE_PATH = '/api/mail/unsubscribe'
/** Receives forwarded bounces. */
export const BOUNCE_PATH = '/api/mail/bounces'

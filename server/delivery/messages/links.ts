/** Where links in mails lead, on this server and not in the app: mail programs call them too. Each takes `?token=`. */
export const CONFIRM_PATH = '/api/mail/confirm'
export const UNSUBSCRIBE_PATH = '/api/mail/unsubscribe'
/** Where reports of mails that could not be delivered are passed on to. */
export const BOUNCE_PATH = '/api/mail/bounces'

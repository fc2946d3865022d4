import { devices } from '@playwright/test'

/** The default user agent says "headless" and so counts as a bot, which gets no error pages. */
export const USER_AGENT = devices['Desktop Chrome'].userAgent

import { devices } from '@playwright/test'

/** A headless browser calls itself so and is taken for a crawler, which gets no error pages. */
export const USER_AGENT = devices['Desktop Chrome'].userAgent

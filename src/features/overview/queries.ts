/** The parts of the inbox that the overview shows. */
export const NEWEST = { segment: 'new', sort: 'newest' } as const
export const ENDING = { segment: 'endingSoon', sort: 'endingSoon' } as const

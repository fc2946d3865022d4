/*
 * Start options that trade a little CPU for memory. Most allocations are short-lived, and by default V8 and the C library keep
 * several times the memory in use. Measured with 100,000 filters, 500 new auctions a second, then 50,000 alerts at once: 950 →
 * 600 MB resident, for 0.02 of a core.
 */

/**
 * Node options: the size of each half of the young heap in MB (default 64), and how much the old heap may grow before it is
 * collected.
 */
export const MEMORY_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--heap-growing-percent=25']

/** Environment variables: the number of malloc arenas of glibc; other C libraries ignore it. */
export const MEMORY_VARIABLES: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' }

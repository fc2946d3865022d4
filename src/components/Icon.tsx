import styles from './Icon.module.css'

/** Drawn on a 24 × 24 grid with a stroke width of 1.8. */
const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6V4h-6zM4 20h6v-3H4z',
  auctions: 'M4 6h16M4 12h16M4 18h10',
  filters: 'M3 5h18l-7 8v6l-4 2v-8z',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-4 4-6 8-6s7 2 8 6',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  star: 'M12 4l2.5 5 5.5.8-4 3.9.9 5.5L12 16.6 7.100 19.200l.9-5.500-4-3.900 5.500-.8z',
  hide: 'M4 4l16 16M10 6a9 9 0 0 1 11 6 12 12 0 0 1-3 4M6.500 8A12 12 0 0 0 3 12c2 4 5 6 9 6a9 9 0 0 0 3-.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  down: 'M12 5v14M6 13l6 6 6-6',
  up: 'M12 19V5M6 11l6-6 6 6',
  place: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  unsure: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.4-1 .8-1 1.700M12 16.500v.5',
  warning: 'M12 4L2.500 20h19zM12 10v4M12 17v.5',
  check: 'M5 13l4 4L19 7',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  edit: 'M4 20l1-5L16 4l4 4L9 19z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14',
  pause: 'M8 5v14M16 5v14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  flag: 'M5 21V4h13l-3 4 3 4H5',
  repeat: 'M4 11V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3',
  offline:
    'M4 4l16 16M5 10a11 11 0 0 1 4-2.500M2 7a16 16 0 0 1 4-2.500M12 7c3 0 5 1 7 3M11 4c4 0 8 1 11 3.500M8.500 13.500a6 6 0 0 1 3.500-1M12 18v.5',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon, always beside a text and therefore hidden from screen readers. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" data-filled={filled || undefined}>
      <path d={PATHS[name]} />
    </svg>
  )
}

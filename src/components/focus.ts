/** A `ref` for an element that replaces the pressed button. Otherwise the keyboard would start at the top of the page again. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

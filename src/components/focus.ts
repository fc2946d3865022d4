/** As the `ref` of what appears in the place of the button that was pressed: the keyboard would start at the page's top again. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

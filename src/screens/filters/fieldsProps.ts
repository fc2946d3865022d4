import type { FormFaults } from '../../state/filterForm/draft.ts'
import type { FilterForm } from '../../state/filterForm/form.ts'

/** What each part of the filter's form gets. */
export type FieldsProps = { form: FilterForm; change(part: Partial<FilterForm>): void; faults: FormFaults }

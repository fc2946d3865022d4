import type { FormFaults } from '../../state/filterForm/draft.ts'
import type { FilterForm } from '../../state/filterForm/form.ts'

/** Props of each part of the filter's form. */
export type FieldsProps = { form: FilterForm; change(part: Partial<FilterForm>): void; faults: FormFaults }

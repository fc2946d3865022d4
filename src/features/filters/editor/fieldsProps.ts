import type { FormFaults } from '../form/draft.ts'
import type { FilterForm } from '../form/form.ts'

/** Props of each part of the filter's form. */
export type FieldsProps = { form: FilterForm; change(part: Partial<FilterForm>): void; faults: FormFaults }

/** A template, as far as updates depend on it. */
export interface Template {
  Resources: Resources
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>
  Parameters?: Record<string, unknown>
  /** The templates of its nested stacks, by their logical ids. */
  Nested?: Record<string, Template>
}
export interface Resource {
  Type: string
  Properties?: Record<string, unknown>
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}
export type Resources = Record<string, Resource>
/** The templates of deployed stacks, by the name of the stack. */
export type Stacks = ReadonlyMap<string, Template>

/** What a target allows as a tool's name. */
export interface NameRule {
  /** The characters allowed, as the inside of a character class. */
  readonly chars: string;
  /** Characters that a name may begin with. Default: all of them. */
  readonly first?: string;
  /** Characters, all of them ASCII. */
  readonly max: number;
  /** Replaces the `:` of a namespaced id. */
  readonly separator: string;
  /** Whether `getCellValue` becomes `get_cell_value`. */
  readonly isSnakeCase?: boolean;
  /** Describes a rewritten name; `silent` where rewritten names are usual for the target. */
  readonly describe?: ((from: string, to: string) => string) | 'silent';
}

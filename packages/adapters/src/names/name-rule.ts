/** What a target allows as a tool's name. */
export interface NameRule {
  /** The characters allowed, as the inside of a character class. */
  readonly chars: string;
  /** Those that a name may begin with. Default: all of them. */
  readonly first?: string;
  /** Characters, all of them ASCII. */
  readonly max: number;
  /** What the `:` of a namespaced id becomes. */
  readonly separator: string;
  /** Whether `getCellValue` becomes `get_cell_value`. */
  readonly isSnakeCase?: boolean;
  /** What to say of a name that was rewritten; nothing where a rewritten name is the target's custom. */
  readonly describe?: ((from: string, to: string) => string) | 'silent';
}

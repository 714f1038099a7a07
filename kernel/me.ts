/** Who is asking: the person, the responsibility held now, and the rows that responsibility may see. */
export interface Me {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly displayNameEn?: string | null;
  readonly audience: Audience;
  readonly supplierId: string | null;
  readonly responsibilityId: string | null;
  readonly respCode: string | null;
  /** The colleague whose responsibility this is, while a delegation lends it. */
  readonly lentBy?: { readonly userId: string; readonly displayName: string; readonly until: string } | undefined;
  /** Colleagues in whose place this person stands at the moment, by a delegation of theirs. */
  readonly actsFor?: readonly string[];
  /** The partner system that calls by itself in this account's name. */
  readonly via?: string | undefined;
  /** What is saved comes out of a workbook. */
  readonly imports?: true;
  readonly language: "CN" | "EN";
  /** In which this person reads and writes times: the own setting, else the organisation's. */
  readonly zone: string;
  /** In which business days begin and end: the organisation's. The person's where nothing is said. */
  readonly orgZone?: string;
  readonly orgs: Scope;
  readonly categories: Scope;
  readonly items: Scope;
  /** Data scope SELF: only what this person made. */
  readonly selfOnly: boolean;
  /** Is the button granted on any menu that shows the entity? "" asks for reading. */
  may(entity: string, button: string): boolean;
  /** Is the button granted anywhere? */
  holds(button: string): boolean;
  /** Is the page granted, and this button on it? */
  opens(route: string, button?: string): boolean;
  /** Does a granted page offer rows of the entity for choosing, without showing them? */
  picks(entity: string): boolean;
}

export type Audience = "internal" | "supplier" | "registrant" | "public" | "system";
/** Which organisations, categories or materials somebody sees: all, these, or all but these. */
export type Scope = "all" | readonly string[] | { readonly not: readonly string[] };
export const isWithin = (scope: Scope, id: string): boolean =>
  scope === "all" || ("not" in scope ? !scope.not.includes(id) : scope.includes(id));

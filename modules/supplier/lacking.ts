import type { Text } from "#kernel/text.ts";

/** What an order to a supplier needs of its file. */
export interface OrderFile {
  /** An address of the company itself. */
  readonly email: string | null;
  readonly contactEmails: readonly (string | null)[];
  readonly hasUser: boolean;
  readonly siteStates: readonly string[];
  readonly grantStates: readonly string[];
}

const needs: readonly (readonly [is: (file: OrderFile) => boolean, text: Text])[] = [
  [(file) => file.hasUser || Boolean(file.email) || file.contactEmails.some(Boolean), ["联系人邮箱", "a contact with an e-mail address"]],
  [(file) => file.siteStates.includes("ACTIVE"), ["有效的地点", "an active site"]],
  [(file) => file.grantStates.some((state) => state === "QUALIFIED" || state === "TRIAL"), ["合格品类", "a qualified category"]],
];

/** What keeps orders from a supplier whose file is in force; nothing where all is there. */
export const lackingForOrders = (file: OrderFile): readonly Text[] => needs.flatMap(([is, text]) => (is(file) ? [] : [text]));

import { Question } from "#kernel/question.ts";

/** Who buys this category for this organisation? User ids; base data knows. */
export const categoryBuyers = new Question<{ readonly categoryId: string; readonly orgId: string | null }, string>();
/** Whom does the supplier send for this kind of matter? User ids; the supplier's area knows, its administrators otherwise. */
export const supplierContacts = new Question<{ readonly supplierId: string; readonly role: string | null }, string>();

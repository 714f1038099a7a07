/** One company of a pasted list. */
export interface PastedInvite {
  readonly companyName: string;
  readonly contactName: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly uscc: string | null;
}

/** Reads lines of company, contact, e-mail, mobile and credit code, in any order after the contact; tells which lines lack something. */
export function invitesIn(text: string): { readonly rows: readonly PastedInvite[]; readonly wrong: readonly number[] } {
  const rows: PastedInvite[] = [];
  const wrong: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [companyName = "", contactName = "", ...rest] = line.split(/\t|,|，|;|；/).map((part) => part.trim());
    const email = rest.find((part) => part.includes("@")) ?? null;
    const mobile = rest.find((part) => /^\+?\d[\d -]{5,14}$/.test(part)) ?? null;
    const uscc = rest.find((part) => /^[0-9A-Z]{18}$/i.test(part))?.toUpperCase() ?? null;
    if (companyName === "" || contactName === "" || (email === null && mobile === null)) wrong.push(index + 1);
    else rows.push({ companyName, contactName, email, mobile, uscc });
  }
  return { rows, wrong };
}

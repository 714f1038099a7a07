import { isCreditCode } from "#kernel/credit-code.ts";

/** A tax number without what people write between its digits: two ways of writing it are one number. */
export const plainTaxId = (id: string | null | undefined): string =>
  (id ?? "")
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");

const legalForms =
  /股份有限公司|有限责任公司|有限公司|责任公司|股份公司|集团|股份|公司|incorporated|corporation|company|limited|gmbh|corp|inc|ltd|llc|plc|co(?=$|ltd)/g;

/** A company's name without its legal form, marks, spaces and width: what two writings of one name share. */
export const plainCompany = (name: string | null | undefined): string =>
  (name ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(legalForms, "");

/** Looks like a credit code of the mainland and is none: its check character is wrong. */
export const isMistyped = (code: string | null | undefined): boolean =>
  /^[0-9A-Z]{18}$/.test(plainTaxId(code)) && !isCreditCode(plainTaxId(code));

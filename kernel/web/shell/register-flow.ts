import { useEffect, useState } from "react";
import { isCreditCode } from "../../credit-code.ts";
import { call, messageOf } from "../call.ts";
import { useLanguage } from "../language.ts";
import { handshake } from "../session.ts";
import type { Handshake } from "../session.ts";
import { isGoodPassword } from "./NewPassword.tsx";
import { isAccountName } from "./register-draft.ts";
import type { Invited, RegisterDraft, RegisterOptions } from "./register-draft.ts";

export const REGISTER = "srmServer/v1/srmSupRegisterRestful";

/** Whether a step has all it needs to go on. */
export const isComplete = (
  step: number,
  draft: RegisterDraft,
  captchaCode: string,
  shake: Handshake,
  options: RegisterOptions,
): boolean => {
  if (step === 0)
    return (
      draft.companyName !== "" &&
      captchaCode.length === 4 &&
      (draft.supplierNature === "MAINLAND" ? isCreditCode(draft.uscc) : draft.taxNo !== "" && draft.countryId !== "") &&
      (draft.supplierNature !== "OVERSEAS" || draft.companyNameEn !== "") &&
      (options.inviteRequired !== true || draft.inviteCode !== "")
    );
  if (step === 1)
    return (
      isAccountName(draft.username) &&
      draft.contactName.trim() !== "" &&
      isGoodPassword(draft.password, draft.again, draft.username, shake.pwdRules) &&
      (shake.channels ?? ["EMAIL"]).every((channel) => (channel === "EMAIL" ? draft.emailProof : draft.mobileProof) !== "")
    );
  return draft.agreed && (draft.wantedCategoryIds.length > 0 || !options.categories?.length);
};

/** What became of a registration that was handed in. */
export interface HandedIn {
  readonly id: string;
  readonly registerNo: string;
  readonly status: string;
  /** opens the session of an invited company at once */
  readonly ticket?: string;
}

/** Saves the register document with its proofs, the password sealed, and hands it in. */
export async function handIn(draft: RegisterDraft, options: RegisterOptions, saved: (id: string) => void): Promise<HandedIn> {
  const { password, again: _, agreed: __, emailProof, mobileProof, id, ...fields } = draft;
  const home = options.countries?.find((country) => country.code === "CN")?.id ?? "";
  const body = {
    ...fields,
    ...(id === "" ? {} : { id }),
    countryId: fields.supplierNature === "MAINLAND" ? home : fields.countryId,
    proofTickets: { EMAIL: emailProof, SMS: mobileProof },
    consentVersion: options.terms?.version ?? "",
  };
  const { data } = await call<{ id: string; versionNum: number }>(`${REGISTER}/saveOrUpdate`, body, { sealed: { password } });
  saved(data.id);
  return (await call<HandedIn>(`${REGISTER}/doSubmit`, { id: data.id, versionNum: data.versionNum })).data;
}

/** What was chosen for an invited company before it came. */
async function lookUpInvite(code: string): Promise<Invited | null> {
  if (code.trim().length !== 12) return null;
  return (await call<Invited>("srmServer/v1/srmSupRegisterInviteRestful/findByCode", { code: code.trim() })).data;
}

/** What there is to choose from, in the language of the page. */
export function useOptions(shake: Handshake): RegisterOptions {
  const language = useLanguage((state) => state.language);
  const [options, setOptions] = useState<RegisterOptions>({ inviteRequired: shake.inviteRequired === true });
  useEffect(() => {
    void handshake()
      .then(() => call<RegisterOptions>(`${REGISTER}/findOptions`))
      .then(
        ({ data }) => setOptions((old) => ({ ...old, ...data })),
        () => undefined,
      );
  }, [language]);
  return options;
}

/** What an invite code stands for; company and categories of the invitation are laid into the draft. */
export function useInvited(
  code: string,
  change: (next: (old: RegisterDraft) => RegisterDraft) => void,
  fail: (error: string) => void,
): Invited | null {
  const [invited, setInvited] = useState<Invited | null>(null);
  useEffect(() => {
    const take = (found: Invited | null): void => {
      setInvited(found);
      if (found === null) return;
      change((old) => ({
        ...old,
        companyName: old.companyName || found.companyName,
        wantedCategoryIds: old.wantedCategoryIds.length ? old.wantedCategoryIds : found.categories.map((category) => category.id),
      }));
    };
    void handshake()
      .then(() => lookUpInvite(code))
      .then(take, (cause: unknown) => (setInvited(null), fail(messageOf(cause))));
  }, [code, change, fail]);
  return invited;
}

/** What the company register says of a credit code; a name that is still empty is filled in from it. Without a register nothing is said. */
export function useRegistered(uscc: string, change: (next: (old: RegisterDraft) => RegisterDraft) => void): string | null {
  const [found, setFound] = useState<{ readonly of: string; readonly name: string } | null>(null);
  useEffect(() => {
    if (!isCreditCode(uscc)) return;
    let isCurrent = true;
    void handshake()
      .then(() => call<{ found: boolean; name?: string }>(`${REGISTER}/getExternalCompanyInfo`, { uscc }))
      .then(
        ({ data }) => {
          if (!isCurrent || !data.found || !data.name) return;
          const name = data.name;
          setFound({ of: uscc, name });
          change((old) => ({ ...old, companyName: old.companyName || name }));
        },
        () => undefined,
      );
    return () => void (isCurrent = false);
  }, [uscc, change]);
  return found?.of === uscc ? found.name : null;
}

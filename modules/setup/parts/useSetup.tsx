import { CallError, call } from "#kernel/web/call.ts";
import type { FixPlace } from "#kernel/web/call-error.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { confirm } from "#kernel/web/message.ts";
import { askedBy } from "#kernel/web/page/action/asks.ts";
import { useCallback, useEffect, useState } from "react";
import type { approvalChoices, ApprovalChoice } from "../approvals.ts";
import type { CountryPreset } from "../presets.ts";
import type { CountryOption } from "../proposal.ts";
import type { RoleSet } from "../role-sets.ts";
import type { FirstOrder, StepCode, StepState } from "../steps.ts";

export interface ShownStep {
  readonly code: StepCode;
  readonly state: StepState;
  readonly note: string;
  readonly after?: StepCode;
}

export interface SetupState {
  readonly steps: readonly ShownStep[];
  readonly complete: boolean;
  readonly over: boolean;
  readonly order: FirstOrder | null;
  readonly approval: {
    readonly choice: ApprovalChoice | null;
    readonly limit: string | null;
    readonly approvers: readonly string[];
  } | null;
  readonly lacking: readonly { readonly id: string; readonly name: string; readonly lacks: readonly string[] }[];
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Place {
  readonly orgName: string;
  readonly orgType: string;
  readonly functionalCurrency: string | null;
  readonly timeZone: string;
  readonly taxNo: string | null;
  readonly address: string | null;
  readonly country: string | null;
}

export interface Choices {
  readonly presets: readonly CountryPreset[];
  readonly roleSets: readonly RoleSet[];
  readonly approvalChoices: typeof approvalChoices;
  readonly countries: readonly CountryOption[];
  readonly currencies: readonly Option[];
  readonly units: readonly Option[];
  readonly taxes: readonly Option[];
  /** The rate the company named as its standard, where none of the shipped ones is meant. */
  readonly ownTax: string | null;
  readonly terms: readonly Option[];
  readonly categories: readonly string[];
  readonly goods: readonly Option[];
  readonly suppliers: readonly Option[];
  readonly places: readonly Place[];
  readonly orders: { readonly confirms: boolean; readonly inspects: boolean };
}

/** What went wrong with a step: the sentence, the fields it is about, the page that puts it right. */
export interface Trouble {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly fix: FixPlace | null;
}

const at = (name: string): string => `srmServer/v1/setupService/${name}`;

const troubleOf = (error: unknown): Trouble =>
  error instanceof CallError
    ? { text: error.msg, fields: Object.fromEntries(error.fieldErrors.map(({ path, msg }) => [path, msg])), fix: error.fix }
    : { text: String(error), fields: {}, fix: null };

/** Sends a step; what its rules ask is put to the person, and sent again with the answer. */
async function send<T>(name: string, body: object, confirmed: readonly string[] = []): Promise<{ readonly data: T }> {
  try {
    return await call<T>(at(name), { ...body, ...(confirmed.length > 0 ? { confirmed } : {}) });
  } catch (error) {
    const asks = askedBy(error);
    const text = asks.map(({ msg }) => msg).join("\n");
    if (asks.length === 0 || !(await confirm({ title: ["仍要保存吗？", "Save anyway?"], text, confirm: ["保存", "Save"] }))) throw error;
    return send(name, body, [...confirmed, ...asks.map(({ code }) => code)]);
  }
}

export interface Setup {
  readonly state: SetupState | null;
  readonly choices: Choices | null;
  readonly busy: boolean;
  readonly trouble: Trouble | null;
  /** Carries out a step and answers what it told; null where it was refused. */
  run<T>(name: string, body: object): Promise<(SetupState & T) | null>;
  calm(): void;
}

/** How far the company is, and what its forms offer. */
export function useSetup(): Setup {
  const language = useLanguage((languageStore) => languageStore.language);
  const [state, setState] = useState<SetupState | null>(null);
  const [choices, setChoices] = useState<Choices | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const load = useCallback(async () => {
    const { data } = await call<SetupState>(at("findState"));
    setState(data);
    if (!data.complete && !data.over) setChoices((await call<Choices>(at("findChoices"))).data);
  }, []);
  useEffect(() => void load().catch((error: unknown) => setTrouble(troubleOf(error))), [load, language]);
  const run = async <T,>(name: string, body: object): Promise<(SetupState & T) | null> => {
    setBusy(true);
    setTrouble(null);
    try {
      const { data } = await send<SetupState & T>(name, body);
      setChoices((await call<Choices>(at("findChoices"))).data);
      setState(data);
      return data;
    } catch (error) {
      setTrouble(troubleOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { state, choices, busy, trouble, run, calm: () => setTrouble(null) };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Entity } from "#kernel/entity.ts";
import type { Seen } from "#kernel/seen.ts";
import { call, CallError, messageOf } from "#kernel/web/call.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { createEditModel, type EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useSession } from "#kernel/web/session.ts";
import type { Tab } from "../completeness.ts";
import { register } from "../register.entity.ts";

export const entity: Entity = register;

export interface MissingEntry {
  readonly tab: Tab;
  readonly path: string;
  readonly label: string;
}

export interface Proof {
  readonly id: string;
  readonly certType: string;
  readonly name: string;
  readonly must: boolean;
  readonly needNo: boolean;
  readonly needValidity: boolean;
  readonly explain: string;
}

/** What the server says of the own registration beside its fields. */
export interface Standing {
  readonly completeness: string;
  readonly missing: readonly MissingEntry[];
  readonly requirements: readonly Proof[];
  readonly questions: readonly { readonly id: string; readonly title: string; readonly submitted: boolean; readonly route: string }[];
}

const findMine = async (): Promise<Standing & { readonly register: Seen<typeof register> }> =>
  (await call<Standing & { register: Seen<typeof register> }>("srmServer/v1/srmSupRegisterRestful/findMine")).data;

export type Saved = "clean" | "dirty" | "saving" | "failed";

export interface OwnFile {
  readonly model: EditModel<typeof register>;
  readonly standing: Standing;
  readonly saved: Saved;
  readonly error: string;
  /** Saves what is unsaved; true when everything is kept. */
  save(): Promise<boolean>;
  act(action: "doSubmitInfo" | "doWithdraw"): Promise<boolean>;
}

const pause = 2_000;

/** Nobody is typing into a cell: new rows get their ids only while no row is being written. */
const isAtRest = (): boolean => {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at.closest("[role=grid], .dt-table, table") === null || !/^(INPUT|TEXTAREA)$/.test(at.tagName);
};

/** The own registration as it is being filled in: loaded once, saved by itself whenever there is a pause. */
export function useOwnFile(): { readonly file: OwnFile | null; readonly error: string } {
  const userId = useSession((state) => state.record?.user.userId ?? "");
  const language = useLanguage((state) => state.language);
  const [model, setModel] = useState<EditModel<typeof register> | null>(null);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [error, setError] = useState("");
  const [saved, setSaved] = useState<Saved>("clean");
  const known = useRef<EditModel<typeof register> | null>(null);

  const look = useCallback(async (): Promise<void> => {
    const { register: row, ...rest } = await findMine();
    setStanding(rest);
    if (known.current === null) {
      known.current = createEditModel(register, { userId, audience: "registrant", may: () => true }, row);
      setModel(known.current);
    } else if (row.versionNum === known.current.state.getState().base?.versionNum) known.current.reread(row);
  }, [userId]);

  useEffect(() => {
    look().catch((cause: unknown) => setError(messageOf(cause)));
  }, [look, language]);

  const running = useRef<Promise<boolean> | null>(null);
  const save = useCallback((): Promise<boolean> => {
    running.current ??= keep(known.current, setSaved, setError)
      .then(async (done) => (done && (await look()), done))
      .finally(() => (running.current = null));
    return running.current;
  }, [look]);

  const act = useCallback(
    async (action: "doSubmitInfo" | "doWithdraw"): Promise<boolean> => {
      const now = known.current!;
      if (action === "doSubmitInfo" && !(await save())) return false;
      try {
        const { id, versionNum } = now.state.getState().base!;
        const { document } = await entityCall.act(register, action, { id, versionNum });
        now.take(document);
        setError("");
        return true;
      } catch (cause) {
        setError(messageOf(cause));
        return false;
      } finally {
        await look().catch(() => undefined);
      }
    },
    [look, save],
  );

  return { file: model && standing ? { model, standing, saved, error, save, act } : null, error };
}

async function keep(
  model: EditModel<typeof register> | null,
  setSaved: (saved: Saved) => void,
  setError: (error: string) => void,
): Promise<boolean> {
  if (model === null || model.state.getState().unsaved === 0) return true;
  if (!model.editable()) return true;
  setSaved("saving");
  const sent = JSON.stringify(model.body());
  try {
    const { document } = await entityCall.save(register, model.body());
    if (JSON.stringify(model.body()) === sent) model.take(document);
    else {
      // Something was typed meanwhile: it stays, on top of what was just kept.
      model.stale(document);
      model.settle(() => true);
    }
    setError("");
    setSaved("clean");
    return true;
  } catch (cause) {
    if (cause instanceof CallError) model.pin(cause.fieldErrors, cause.msg);
    setError(messageOf(cause));
    setSaved("failed");
    return false;
  }
}

/** Saves after every pause in the work, and before the page is left. */
export function useAutosave({ model, save }: Pick<OwnFile, "model" | "save">, hurry: unknown): void {
  const unsaved = useStore(model.state, (state) => state.unsaved);
  const doc = useStore(model.state, (state) => state.doc);
  useEffect(() => {
    if (unsaved === 0) return;
    const tick = (): void => {
      if (isAtRest() && model.uploading() === 0) void save();
      else timer = setTimeout(tick, pause);
    };
    let timer = setTimeout(tick, pause);
    return () => clearTimeout(timer);
  }, [doc, unsaved, model, save]);
  useEffect(() => {
    void save();
  }, [hurry, save]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => {
      if (model.state.getState().unsaved > 0) event.preventDefault();
    };
    addEventListener("beforeunload", leave);
    return () => removeEventListener("beforeunload", leave);
  }, [model]);
}

import { useState } from "react";
import type { ReactNode } from "react";
import type { Action, Entity } from "../../../entity.ts";
import { hasConsequences } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import type { Text } from "../../../text.ts";
import { CallError } from "../../call.ts";
import type { FieldMessage } from "../../call.ts";
import { useText } from "../../language.ts";
import { confirm, toast } from "../../message.ts";
import { tellChanged } from "../changes.ts";
import { entityCall, type Acted } from "../entityCall.ts";
import type { Asks } from "../slots.ts";
import { useShown } from "../shown.ts";
import { askedBy } from "./asks.ts";
import { AfterDialog, InputDialog, WhatIf } from "./dialogs.ts";
import { shownOnce } from "./shownOnce.ts";
import { titleNow } from "../title.ts";

interface Setting {
  readonly entity: Entity;
  /** Actions whose input the page asks for itself. */
  readonly asks?: Asks | undefined;
  /** Saves what is unsaved first; null when that failed. */
  before?(row: Row): Promise<Row | null>;
  /** The document as the action left it. */
  done?(document: Row, action: string): void;
  /** Errors that belong to fields of the page. */
  fieldErrors?(errors: readonly FieldMessage[], msg: string): void;
  /** Somebody else changed it; the page shows both versions. */
  stale?(theirs: Row): void;
}

interface Running {
  readonly name: string;
  readonly row: Row;
  readonly step: "input" | "own" | "whatIf";
  readonly input?: Row;
  readonly errors: readonly FieldMessage[];
}

export interface Runner {
  run(name: string, row: Row): Promise<void>;
  /** The action whose consequences are shown now; its button in the header is then a plain one. */
  readonly trying: string | null;
  readonly busy: string | null;
  /** Stands in the docked column while an action is tried. */
  readonly panel: ReactNode;
  readonly dialogs: ReactNode;
}

const agreed = (verb: Action, text: Text, subject: string): Promise<boolean> =>
  confirm({
    title: [`${verb.label[0]} ${subject}？`, `${verb.label[1]} ${subject}?`],
    text,
    confirm: verb.label,
    danger: verb.tone === "danger",
  });

/** Carries an action from the press to its end: ask for input, show consequences, ask twice where the rules ask, tell what came of it. */
export function useRunner({ entity, asks, before, done, fieldErrors, stale }: Setting): Runner {
  const say = useText();
  const shown = useShown();
  const [running, setRunning] = useState<Running | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [after, setAfter] = useState<Acted | null>(null);
  const action = (name: string): Action => (entity.actions as Readonly<Record<string, Action>>)[name]!;
  const subject = (row: Row): string => titleNow(entity, row).main;

  const fail = (error: unknown): void => {
    if (!(error instanceof CallError)) return toast.error(error);
    const theirs = (error.data as { theirs?: Row } | null)?.theirs;
    // What is asked goes on about the document as it stands now: asked about the old one it could never be answered.
    if (theirs && running !== null) setRunning({ ...running, row: theirs });
    if (theirs && stale) return stale(theirs);
    if (theirs) tellChanged({ entity: entity.name, id: String(theirs["id"]), document: theirs });
    if (error.fieldErrors.length > 0 && running !== null && running.step !== "whatIf" && running.input)
      return setRunning({ ...running, errors: error.fieldErrors });
    if (error.fieldErrors.length > 0 && fieldErrors) return fieldErrors(error.fieldErrors, error.msg);
    toast.error(error);
  };

  const send = async (name: string, row: Row, input: Row = {}, confirmed: readonly string[] = []): Promise<void> => {
    setBusy(name);
    try {
      const acted = await entityCall.act(entity, name, {
        id: row["id"],
        versionNum: row["versionNum"],
        ...input,
        ...(confirmed.length > 0 ? { confirmed } : {}),
      });
      setRunning(null);
      tellChanged({ entity: entity.name, id: String(acted.document["id"] ?? row["id"]), document: acted.document });
      toast.success([`已${action(name).label[0]} ${subject(row)}`, `${action(name).label[1]}: ${subject(row)} done`]);
      if (acted.notes.length > 0 || shownOnce(acted).length > 0) setAfter(acted);
      done?.(acted.document, name);
    } catch (error) {
      const asks = askedBy(error);
      if (asks.length > 0) {
        const yes = await confirm({
          title: [`仍要${action(name).label[0]} ${subject(row)} 吗？`, `${action(name).label[1]} ${subject(row)} anyway?`],
          text: asks.map((note) => note.msg).join("\n"),
          confirm: action(name).label,
          danger: action(name).tone === "danger",
        });
        if (yes) return send(name, row, input, [...confirmed, ...asks.map((note) => note.code)]);
      } else fail(error);
    } finally {
      setBusy(null);
    }
  };

  const run = async (name: string, pressed: Row): Promise<void> => {
    const row = before ? await before(pressed) : pressed;
    if (row === null) return;
    const verb = action(name);
    if (asks?.[name]) return setRunning({ name, row, step: "own", errors: [] });
    if (verb.input && Object.keys(verb.input).length > 0) return setRunning({ name, row, step: "input", errors: [] });
    if (hasConsequences(verb)) return setRunning({ name, row, step: "whatIf", errors: [] });
    return !verb.confirm || (await agreed(verb, verb.confirm, subject(row))) ? send(name, row) : undefined;
  };

  const panel =
    running?.step === "whatIf" ? (
      <WhatIf
        entity={entity}
        row={running.row}
        name={running.name}
        action={action(running.name)}
        input={running.input}
        busy={busy !== null}
        confirm={(chosen) => void send(running.name, running.row, { ...running.input, ...chosen })}
        back={() => setRunning(null)}
      />
    ) : null;
  const asking =
    running !== null && running.step !== "whatIf"
      ? {
          row: running.row,
          action: action(running.name),
          busy: busy !== null,
          errors: running.errors,
          send: (input: Row) => (setRunning({ ...running, input }), void send(running.name, running.row, input)),
          cancel: () => setRunning(null),
        }
      : null;
  const dialogs = shown ? (
    <>
      {asking && running?.step === "input" ? (
        <InputDialog {...asking} subject={subject(asking.row)} whatIf={(input) => setRunning({ ...running, input, step: "whatIf" })} />
      ) : null}
      {asking && running?.step === "own" ? asks?.[running.name]?.(asking) : null}
      {after ? <AfterDialog acted={after} close={() => setAfter(null)} title={say(["完成，请留意", "Done, with notes"])} /> : null}
    </>
  ) : null;
  return { run, busy, trying: running?.step === "whatIf" ? running.name : null, panel, dialogs };
}

import { Button } from "antd";
import { useState } from "react";
import type { Field } from "../../field.ts";
import type { Row } from "../../page-document.ts";
import { numberText, textOf } from "../../page-format.ts";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { FieldInput } from "../page/field/FieldInput.tsx";
import { Dialog } from "../shell/Dialog.tsx";
import { actionOf, createFrom, severalDocuments, type Choice, type FromOf, type Group, type Preview } from "./fromCalls.ts";

interface Props {
  readonly of: FromOf;
  readonly preview: Preview;
  readonly choice: Choice;
  /** The rows go into a document that is open: they must belong to one. */
  readonly isAdding: boolean;
  close(isDone: boolean): void;
}

const choosing = new Set(["chosen", "matching"]);

/** Which documents the chosen rows become, and what stands in the way of which row, before anything is created. */
export function FromPreview({ of, preview, choice, isAdding, close }: Props) {
  const say = useText();
  const [input, setInput] = useState<Row>({});
  const [busy, setBusy] = useState(false);
  const { chooses, label, input: asked = {} } = actionOf(of);
  const fields = (Object.entries(asked) as [string, Field][]).filter(([key]) => !choosing.has(key));
  const total = preview.groups.reduce((sum, group) => sum + group.rows, 0);
  const isTooMany = total > preview.most;
  const isComplete = fields.every(([key, field]) => field.optional || textOf(input[key]) !== "");
  const canCreate = !isAdding && !isTooMany && preview.refusals.length === 0 && preview.groups.length > 0 && isComplete;
  const nameOf = ({ row }: Group): string =>
    chooses.groups
      .map((key) => textOf(row[key.replace(/Id$/, "Name")] ?? row[key]))
      .filter(Boolean)
      .join(" · ");
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const { length } = await createFrom(of, choice, input);
      toast.success([`已生成 ${length} 张单据`, `${length} document${length === 1 ? "" : "s"} created`]);
      close(true);
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  const foot = (
    <>
      <Button onClick={() => close(false)}>{say(["返回", "Back"])}</Button>
      {isAdding ? null : (
        <Button type="primary" loading={busy} disabled={!canCreate} onClick={() => void create()}>
          {say(label)} ({preview.groups.length})
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={say(label)} onClose={() => close(false)} foot={foot} className="fr-preview">
      {isAdding ? <p>{say(severalDocuments)}</p> : null}
      {isTooMany ? (
        <p role="alert" className="fr-error">
          {say([
            `符合条件的有 ${total} 行，一次最多 ${preview.most} 行，请缩小范围。`,
            `${total} rows match; at most ${preview.most} can be taken at once. Narrow the selection.`,
          ])}
        </p>
      ) : null}
      <ul className="fr-groups">
        {preview.groups.map((group) => (
          <li key={group.key}>
            <span>{nameOf(group)}</span>
            <span className="pg-figure">
              {say([`${group.rows} 行`, `${group.rows} row${group.rows === 1 ? "" : "s"}`])} · {numberText({ kind: "qty" }, group.qty)}
            </span>
          </li>
        ))}
      </ul>
      {preview.refusals.map((refusal) => (
        <p key={`${refusal.source}|${refusal.id}`} role="alert" className="fr-error">
          {refusal.msg}
        </p>
      ))}
      {isAdding
        ? null
        : fields.map(([key, field]) => (
            <label key={key} className="fr-field">
              <span>{say(field.label)}</span>
              <FieldInput
                {...{ field, fieldKey: key, row: input, required: !field.optional, label: say(field.label) }}
                patch={(patch) => setInput({ ...input, ...patch })}
              />
            </label>
          ))}
    </Dialog>
  );
}

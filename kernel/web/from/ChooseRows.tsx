import { Button, Input } from "antd";
import { useState, type ClipboardEvent } from "react";
import type { Chooser } from "../../chooser.ts";
import type { Entity } from "../../entity.ts";
import type { Field } from "../../field.ts";
import type { Row } from "../../page-document.ts";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { PanelState } from "../page/document/PanelState.tsx";
import { useLoad } from "../page/document/useLoad.ts";
import { FieldInput } from "../page/field/FieldInput.tsx";
import { useNarrow } from "../page/useNarrow.ts";
import { ChosenCards, ChosenTable } from "./ChosenRows.tsx";
import {
  actionOf,
  nothingLeft,
  offeredRows,
  openDraft,
  previewOf,
  type Choice,
  type FromOf,
  type Group,
  type Preview,
} from "./fromCalls.ts";
import { FromPreview } from "./FromPreview.tsx";
import { pastedRows } from "./pasted.ts";
import { isGood, suggestedOf, useChosen } from "./useChosen.ts";

interface Props<E extends Entity> {
  readonly of: FromOf<E>;
  readonly press: Text;
  /** Filters that the page sets by itself. */
  readonly fixed?: Row;
  /** Takes the draft of the one document that the chosen rows become; its page is opened unless given. */
  take?(draft: Group<E>): void;
  done?(): void;
}

/** The offered rows that match, as many as were asked for. */
function useOffered(of: FromOf, query: Row, asked: string) {
  const [more, setMore] = useState<{ readonly of: string; readonly rows: readonly Row[]; readonly next: string | null } | null>(null);
  const load = useLoad(`${of.entity.name}:${of.action}:${asked}`, () => offeredRows(of, query, null));
  const further = more?.of === asked ? more : null;
  const next = further ? further.next : (load.data?.next ?? null);
  const showMore = async (): Promise<void> => {
    const found = await offeredRows(of, query, next);
    setMore({ of: asked, rows: [...(further?.rows ?? []), ...found.rows], next: found.next });
  };
  return { load, rows: [...(load.data?.rows ?? []), ...(further?.rows ?? [])], next, showMore };
}

interface NarrowingProps {
  readonly chooses: Chooser;
  readonly fixed: Row | undefined;
  readonly filter: Row;
  change(filter: Row): void;
}

/** A keyword and the filters that the page leaves open. */
function Narrowing({ chooses, fixed, filter, change }: NarrowingProps) {
  const say = useText();
  const fields = (Object.entries(chooses.filters ?? {}) as [string, Field][]).filter(([key]) => !(fixed && key in fixed));
  const placeholder = say(["单号或物料", "Number or item"]);
  return (
    <>
      <Input.Search
        allowClear
        className="fr-keyword"
        placeholder={placeholder}
        aria-label={placeholder}
        onSearch={(value) => change({ ...filter, keyword: value.trim() })}
      />
      {fields.map(([key, field]) => (
        <FieldInput
          key={key}
          {...{ field, fieldKey: key, row: filter, label: say(field.label), placeholder: say(field.label) }}
          narrow
          patch={(patch) => change({ ...filter, ...patch })}
        />
      ))}
    </>
  );
}

/** Rows that documents may be created from: found, chosen with a quantity each, grouped before anything is created. */
export function ChooseRows<E extends Entity>({ of, ...more }: Props<E>) {
  return <OfferedRows of={of} {...(more as Omit<Props<Entity>, "of">)} />;
}

function OfferedRows({ of, press, fixed, take, done }: Props<Entity>) {
  const say = useText();
  const narrow = useNarrow();
  const { chooses } = actionOf(of);
  const [filter, setFilter] = useState<Row>({});
  const [shown, setShown] = useState<{ readonly preview: Preview; readonly choice: Choice } | null>(null);
  const [busy, setBusy] = useState(false);
  // A reference brings its code and name along, which the list does not ask for.
  const query = Object.fromEntries(
    ["keyword", ...Object.keys(chooses.filters ?? {})].map((key) => [key, filter[key] ?? ""]).concat(Object.entries(fixed ?? {})),
  );
  const asked = JSON.stringify(query);
  const { load, rows, next, showMore } = useOffered(of, query, asked);
  const chosen = useChosen(query, asked);
  const count = chosen.isAll ? null : chosen.qtys.size;
  const isReady = chosen.isAll || (chosen.qtys.size > 0 && [...chosen.qtys.values()].every((qty) => isGood(qty.row, qty.qty)));

  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      const choice = chosen.choice();
      const preview = await previewOf(of, choice);
      const [only] = preview.groups;
      if (!only && preview.refusals.length === 0) toast.info(nothingLeft);
      else if (preview.groups.length === 1 && preview.refusals.length === 0 && only!.lines.length > 0) {
        if (take) take(only!);
        else await openDraft(of, only!);
      } else setShown({ preview, choice });
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData("text/plain");
    // A single word is meant for the field it is pasted into.
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const { found, unknown } = pastedRows(text, chooses, rows);
    for (const { row, qty } of found) chosen.set(row, qty ?? suggestedOf(row));
    if (unknown.length) toast.warning([`未找到：${unknown.slice(0, 10).join("、")}`, `Not found: ${unknown.slice(0, 10).join(", ")}`]);
  };
  return (
    <div
      onPaste={paste}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isReady && !busy) void go();
      }}
    >
      <div className="fr-tools">
        <Narrowing chooses={chooses} fixed={fixed} filter={filter} change={setFilter} />
        <span className="pg-grow" />
        <Button type="primary" disabled={!isReady} loading={busy} onClick={() => void go()}>
          {say(press)}
          {count ? ` (${count})` : ""}
        </Button>
      </div>
      <PanelState load={load} empty={say(chooses.empty)} isEmpty={(found) => found.rows.length === 0}>
        {() => (
          <>
            {narrow ? <ChosenCards {...{ chooses, rows, chosen }} /> : <ChosenTable {...{ chooses, rows, chosen }} />}
            <div className="fr-foot">
              {chosen.isAll ? (
                <span>{say(["已选全部符合条件的行", "All matching rows are selected"])}</span>
              ) : next ? (
                <Button type="link" onClick={chosen.chooseAll}>
                  {say(["选择全部符合条件的行", "Select all matching rows"])}
                </Button>
              ) : null}
              {next ? <Button onClick={() => void showMore()}>{say(["显示更多", "Show more"])}</Button> : null}
            </div>
          </>
        )}
      </PanelState>
      {shown ? (
        <FromPreview
          of={of}
          {...shown}
          isAdding={take !== undefined}
          close={(isDone) => {
            setShown(null);
            if (!isDone) return;
            chosen.clear();
            load.again();
            done?.();
          }}
        />
      ) : null}
    </div>
  );
}

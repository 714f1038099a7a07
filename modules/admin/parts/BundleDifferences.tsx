import { Section } from "#kernel/web/block/Section.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Card } from "#kernel/web/block/Card.tsx";
import { useText } from "#kernel/web/language.ts";
import { ValueText } from "#kernel/web/page/document/ValueText.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import type { Text } from "#kernel/text.ts";
import { Button, Checkbox } from "antd";
import { ChevronDown, ChevronRight, CircleCheck, RefreshCw } from "lucide-react";
import { useState } from "react";
import { bundleParts, keyOf, listChange, placeOf } from "./bundle.ts";
import type { BundleChange, BundleDifference, BundlePart, ChangePlace } from "./bundle.ts";

/** How taking one thing in ended. */
export interface Taken {
  readonly part: BundlePart;
  readonly code: string;
  readonly status: "S" | "E";
  readonly msg?: string;
}

interface Props {
  readonly madeAt: string;
  readonly madeBy: string;
  readonly differences: readonly BundleDifference[];
  readonly taken: ReadonlyMap<string, Taken>;
  take(codes: readonly string[]): Promise<void>;
  again(): Promise<void>;
}

/** What differs, part by part; ticked things are taken in, the rest stays as it is. */
export function BundleDifferences({ madeAt, madeBy, differences, taken, take, again }: Props) {
  const say = useText();
  const { busy, error, run } = useWork();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const coming = differences.filter((difference) => difference.change !== "ONLY_HERE" && taken.get(keyOf(difference))?.status !== "S");
  const chosen = coming.filter((bundleDifference) => !left.has(keyOf(bundleDifference)));
  const count = (change: BundleDifference["change"]): number => differences.filter((difference) => difference.change === change).length;
  const tick = (keys: readonly string[], on: boolean): void =>
    setLeft((now) => (on ? new Set([...now].filter((key) => !keys.includes(key))) : new Set([...now, ...keys])));
  return (
    <Section
      title={say(["与本环境的差异", "Difference"])}
      tools={
        <>
          <Button icon={<RefreshCw size={14} />} disabled={busy} onClick={() => void run(again)}>
            {say(["重新比较", "Compare again"])}
          </Button>
          <Button type="primary" loading={busy} disabled={chosen.length === 0} onClick={() => void run(() => take(chosen.map(keyOf)))}>
            {say([`采纳所选 ${chosen.length} 项`, `Import ${chosen.length} selected`])}
          </Button>
        </>
      }
    >
      <p className="pg-truth">
        <span>{say([`由 ${madeBy} 于 ${madeAt.slice(0, 16)} 导出`, `Exported by ${madeBy}, ${madeAt.slice(0, 16)}`])}</span>
        <span>
          {say(["新增", "New"])} <b>{count("ADD")}</b>
        </span>
        <span>
          {say(["修改", "Changed"])} <b>{count("CHANGE")}</b>
        </span>
        <span>
          {say(["仅本环境有", "Only here"])} <b>{count("ONLY_HERE")}</b>
        </span>
      </p>
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
      {differences.length === 0 ? (
        <p className="pg-sentence pg-sentence-ok" role="status">
          <CircleCheck size={16} aria-hidden />
          <b>{say(["两个环境的设置完全一致，没有需要采纳的内容", "Both installations are identical. There is nothing to import"])}</b>
        </p>
      ) : null}
      {bundleParts.map(([part, label]) => {
        const rows = differences.filter((difference) => difference.part === part);
        return rows.length === 0 ? null : <PartRows key={part} label={label} rows={rows} left={left} taken={taken} tick={tick} />;
      })}
    </Section>
  );
}

interface RowsProps {
  readonly label: Text;
  readonly rows: readonly BundleDifference[];
  readonly left: ReadonlySet<string>;
  readonly taken: ReadonlyMap<string, Taken>;
  tick(keys: readonly string[], on: boolean): void;
}

function PartRows({ label, rows, left, taken, tick }: RowsProps) {
  const say = useText();
  const open = rows.filter((row) => row.change !== "ONLY_HERE" && taken.get(keyOf(row))?.status !== "S").map(keyOf);
  const on = open.filter((key) => !left.has(key)).length;
  return (
    <Card
      flush
      label={say(label)}
      title={
        <Inline as="span">
          <Checkbox
            checked={open.length > 0 && on === open.length}
            indeterminate={on > 0 && on < open.length}
            disabled={open.length === 0}
            aria-label={say([`全选${label[0]}`, `All of ${label[1]}`])}
            onChange={(event) => tick(open, event.target.checked)}
          />
          {say(label)}
        </Inline>
      }
      note={<span className="pg-count">{rows.length}</span>}
    >
      <ItemList>
        {rows.map((row) => (
          <DifferenceRow key={keyOf(row)} one={row} on={!left.has(keyOf(row))} taken={taken.get(keyOf(row))} tick={tick} />
        ))}
      </ItemList>
    </Card>
  );
}

const changes: Readonly<Record<BundleDifference["change"], readonly [text: Text, tone: string]>> = {
  ADD: [["新增", "New"], "pg-tone-running"],
  CHANGE: [["修改", "Changed"], "pg-tone-waiting"],
  ONLY_HERE: [["仅本环境有，保持不变", "Only here, unchanged"], "pg-tone-neutral"],
};

interface RowProps {
  readonly one: BundleDifference;
  readonly on: boolean;
  readonly taken: Taken | undefined;
  tick(keys: readonly string[], on: boolean): void;
}

function DifferenceRow({ one, on, taken, tick }: RowProps) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const [word, tone] = changes[one.change];
  const stays = one.change === "ONLY_HERE" || taken?.status === "S";
  const fields = one.fields.filter(
    (field) => !Array.isArray(field.new) || listChange(field)!.added.length + listChange(field)!.gone.length > 0,
  );
  return (
    <Item
      lead={
        <Checkbox
          checked={on && !stays}
          disabled={stays}
          aria-label={say([`采纳 ${one.code}`, `Import ${one.code}`])}
          onChange={(event) => tick([keyOf(one)], event.target.checked)}
        />
      }
      title={
        fields.length === 0 ? (
          <>
            {one.name} <span className="pg-code">{one.code}</span>
          </>
        ) : (
          <button type="button" aria-expanded={open} onClick={() => setOpen((now) => !now)}>
            <Inline as="span" gap="xs">
              {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
              {one.name} <span className="pg-code">{one.code}</span>
            </Inline>
          </button>
        )
      }
      end={
        <>
          {taken?.status === "S" ? (
            <Mark tone="success">{say(["已采纳", "Imported"])}</Mark>
          ) : taken ? (
            <span role="alert">
              <Mark tone="error">{taken.msg}</Mark>
            </span>
          ) : (
            <span className={`pg-status ${tone}`}>{say(word)}</span>
          )}
          {fields.length > 0 ? <span className="pg-faint">{say([`${fields.length} 处`, `${fields.length} fields`])}</span> : null}
        </>
      }
    >
      {open ? (
        <dl className="pg-diff">
          {fields.map((field) => (
            <Change key={field.path} part={one.part} change={field} fresh={one.change === "ADD"} />
          ))}
        </dl>
      ) : null}
    </Item>
  );
}

/** One field, old beside new; a list tells what comes and what goes. */
function Change({ part, change, fresh }: { readonly part: BundlePart; readonly change: BundleChange; readonly fresh: boolean }) {
  const say = useText();
  const place = placeOf(part, change.path);
  const list = listChange(change);
  return (
    <div>
      <dt>
        {place.of === null ? null : <span className="pg-code">{place.of}</span>} {say(place.label)}
      </dt>
      <dd>
        {list ? (
          <>
            {list.added.length > 0 ? <ins>+ {list.added.join(say(["、", ", "]))}</ins> : null}{" "}
            {list.gone.length > 0 ? <del>{list.gone.join(say(["、", ", "]))}</del> : null}
          </>
        ) : (
          <>
            {fresh ? null : (
              <>
                <del>
                  <Worth part={part} place={place} value={change.old} />
                </del>{" "}
                →{" "}
              </>
            )}
            <ins>
              <Worth part={part} place={place} value={change.new} />
            </ins>
          </>
        )}
      </dd>
    </div>
  );
}

/** A value in words; a setting without one stands at its default. */
function Worth({ part, place, value }: { readonly part: BundlePart; readonly place: ChangePlace; readonly value: unknown }) {
  const say = useText();
  if (part === "profiles" && value === null) return <>{say(["默认值", "default"])}</>;
  return <ValueText entity={place.entity} path={place.key} value={value} />;
}

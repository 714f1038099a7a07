import { readTime, timeText } from "#kernel/web/clock.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Select, Switch } from "antd";
import { useState } from "react";
import { clausesOf, diffClauses } from "../clauses.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A moment that lies inside a stored list, in the reader's own time. */
const whenOf = (at: unknown): string => (readTime(at) === null ? "" : timeText(readTime(at)!).slice(0, 16));

/** An agreement as its clauses. */
export function Clauses({ content }: { readonly content: string }) {
  return (
    <div>
      {clausesOf(content).map((one, i) => (
        <div key={i} className="tr-clause">
          <b>{one.no}</b>
          <span>{one.text}</span>
        </div>
      ))}
    </div>
  );
}

/** Two versions clause by clause: what went is struck through, what came is marked. */
export function ClauseDiff({
  old,
  now,
  onlyChanged = false,
}: {
  readonly old: string;
  readonly now: string;
  readonly onlyChanged?: boolean;
}) {
  const say = useText();
  const changes = diffClauses(old, now);
  const shown = onlyChanged ? changes.filter((one) => one.kind !== "same") : changes;
  if (shown.length === 0) return <p className="pc-note">{say(["没有差异", "No difference"])}</p>;
  return (
    <div aria-label={say(["差异", "Differences"])}>
      {shown.map((one, i) => (
        <div key={i} className="tr-clause" data-kind={one.kind}>
          <b>{one.no}</b>
          <span>
            {one.pieces.map((piece, at) =>
              piece.kind === "same" ? (
                <span key={at}>{piece.text}</span>
              ) : piece.kind === "gone" ? (
                <del key={at}>{piece.text}</del>
              ) : (
                <ins key={at}>{piece.text}</ins>
              ),
            )}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The versions of one agreement, any two beside each other; by default the last two. */
export function Versions({ detail }: { readonly detail: Row }) {
  const say = useText();
  const side = useLookup("SIDE");
  const versions = (detail["versions"] ?? []) as Row[];
  const [pair, setPair] = useState<readonly [number, number] | null>(null);
  const [onlyChanged, setOnly] = useState(true);
  if (versions.length < 2) return null;
  const [from, to] = pair ?? [versions.length - 2, versions.length - 1];
  const options = versions.map((one, value) => ({
    value,
    label: `v${String(one["version"])} · ${side.meaning(one["side"])} ${text(one["byName"])} ${whenOf(one["at"])}`,
  }));
  return (
    <section className="tr-box" aria-label={say(["版本对比", "Versions compared"])}>
      <h3>
        {say(["版本对比", "Versions compared"])}
        <small>
          <Switch size="small" checked={onlyChanged} aria-label={say(["只看差异", "Differences only"])} onChange={setOnly} />{" "}
          {say(["只看差异", "Differences only"])}
        </small>
      </h3>
      <div className="tr-row" style={{ marginTop: 0, marginBottom: 8 }}>
        <Select
          style={{ minWidth: 260 }}
          aria-label={say(["旧版本", "Older version"])}
          value={from}
          options={options}
          onChange={(value: number) => setPair([value, to])}
        />
        <Select
          style={{ minWidth: 260 }}
          aria-label={say(["新版本", "Newer version"])}
          value={to}
          options={options}
          onChange={(value: number) => setPair([from, value])}
        />
      </div>
      {versions[from]?.["fileId"] !== versions[to]?.["fileId"] ? (
        <p className="pc-note pc-warn">{say(["草稿文件已更换", "The draft file was replaced"])}</p>
      ) : null}
      <ClauseDiff old={text(versions[from]?.["content"])} now={text(versions[to]?.["content"])} onlyChanged={onlyChanged} />
    </section>
  );
}

import { Box } from "#kernel/web/block/Box.tsx";
import { ClauseText } from "#kernel/web/block/ClauseText.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { readTime, timeText } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Select, Switch } from "antd";
import { useState } from "react";
import { clausesOf, diffClauses } from "../clauses.ts";
import type { Detail } from "./AgreementFacts.tsx";

/** A moment that lies inside a stored list, in the reader's own time. */
const whenOf = (at: unknown): string => (readTime(at) === null ? "" : timeText(readTime(at)!).slice(0, 16));

/** An agreement as its clauses. */
export const Clauses = ({ content }: { readonly content: string }) => (
  <ClauseText paragraphs={clausesOf(content).map(({ no, text }) => ({ no, pieces: [{ kind: "same", text }] }))} />
);

interface DiffProps {
  readonly old: string;
  readonly now: string;
  readonly onlyChanged?: boolean;
}

/** Two versions clause by clause: what went is struck through, what came is marked. */
export function ClauseDiff({ old, now, onlyChanged = false }: DiffProps) {
  const say = useText();
  const shown = diffClauses(old, now).filter((change) => !onlyChanged || change.kind !== "same");
  if (shown.length === 0) return <p className="pc-note">{say(["没有差异", "No difference"])}</p>;
  return <ClauseText label={say(["差异", "Differences"])} paragraphs={shown} />;
}

/** The versions of one agreement, any two beside each other; by default the last two. */
export function Versions({ detail }: { readonly detail: Detail }) {
  const say = useText();
  const side = useLookup("SIDE");
  const versions = detail.versions ?? [];
  const [pair, setPair] = useState<readonly [number, number] | null>(null);
  const [onlyChanged, setOnly] = useState(true);
  if (versions.length < 2) return null;
  const [from, to] = pair ?? [versions.length - 2, versions.length - 1];
  const options = versions.map((version, value) => ({
    value,
    label: `v${version.version} · ${side.meaning(version.side)} ${version.byName} ${whenOf(version.at)}`,
  }));
  const picker = (label: string, value: number, choose: (chosen: number) => void) => (
    <Select style={{ minWidth: 260 }} aria-label={label} value={value} options={options} onChange={choose} />
  );
  return (
    <Box
      title={say(["版本对比", "Versions compared"])}
      end={
        <>
          <Switch size="small" checked={onlyChanged} aria-label={say(["只看差异", "Differences only"])} onChange={setOnly} />
          {say(["只看差异", "Differences only"])}
        </>
      }
    >
      <Stack>
        <Inline>
          {picker(say(["旧版本", "Older version"]), from, (value) => setPair([value, to]))}
          {picker(say(["新版本", "Newer version"]), to, (value) => setPair([from, value]))}
        </Inline>
        {versions[from]?.fileId === versions[to]?.fileId ? null : (
          <Notice tone="warning">{say(["草稿文件已更换", "The draft file was replaced"])}</Notice>
        )}
        <ClauseDiff old={versions[from]?.content ?? ""} now={versions[to]?.content ?? ""} onlyChanged={onlyChanged} />
      </Stack>
    </Box>
  );
}

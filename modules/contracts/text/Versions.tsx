import { Box } from "#kernel/web/block/Box.tsx";
import { ClauseText } from "#kernel/web/block/ClauseText.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { Differences } from "#kernel/web/page/document/Differences.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Select } from "antd";
import { useState } from "react";
import { contract } from "../contract.entity.ts";
import { compareTexts, type TextPage } from "./page-calls.ts";

/** Any two versions side by side: fields first, then the text clause by clause. */
export function Versions({ text }: { readonly text: TextPage }) {
  const say = useText();
  const viewer = useViewer();
  const numbers = text.versions.map(({ versionNo }) => versionNo).toSorted((a, b) => a - b);
  const all = viewer.audience === "supplier" ? numbers : [...numbers, 0];
  const [pair, setPair] = useState<readonly [number, number] | null>(null);
  if (all.length < 2) return null;
  const [from, to] = pair ?? [all.at(-2)!, all.at(-1)!];
  const options = all.map((value) => ({
    value,
    label: value === 0 ? say(["当前文本", "Current text"]) : say([`第 ${value} 版`, `Version ${value}`]),
  }));
  const choose = (label: string, value: number, change: (value: number) => void) => (
    <Select style={{ minWidth: 140 }} aria-label={label} value={value} options={options} onChange={change} />
  );
  return (
    <Box
      title={say(["版本对比", "Versions compared"])}
      end={
        <Inline>
          {choose(say(["旧版本", "Older version"]), from, (value) => setPair([value, to]))}
          {choose(say(["新版本", "Newer version"]), to, (value) => setPair([from, value]))}
        </Inline>
      }
    >
      <Compared id={text.id} from={from} to={to} />
    </Box>
  );
}

function Compared({ id, from, to }: { readonly id: string; readonly from: number; readonly to: number }) {
  const say = useText();
  const load = useLoad(`${id}:${from}:${to}`, () => askCall(compareTexts, { id, from, to }));
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {({ fields, text }) => {
        const changed = text.filter(({ kind }) => kind !== "same");
        if (fields.length + changed.length === 0) return <Words tone="neutral">{say(["没有差异", "No differences"])}</Words>;
        return (
          <Stack>
            <Differences entity={contract} rows={fields} />
            <ClauseText
              label={say(["正文差异", "Differences of the text"])}
              paragraphs={changed.map(({ no, title, kind, pieces }) => ({
                no,
                kind: kind === "moved" ? "changed" : kind,
                pieces: title ? [{ kind: "same", text: `${title}  ` }, ...pieces] : pieces,
              }))}
            />
          </Stack>
        );
      }}
    </PanelState>
  );
}

import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Button, Input } from "antd";
import { Play, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { simulate, type Foreseen } from "../parts/wire.tsx";

/** One walk that must come out as it is written down; publishing asks them all. */
interface Case {
  readonly name: string;
  readonly variables?: Row | null;
  readonly amount?: string | null;
  readonly path: string;
}

interface Props {
  readonly cases: readonly Case[];
  /** What a walk is asked with, besides the values of a case. */
  readonly about: Row;
  /** The last walk, to be kept as a case. */
  readonly last: { readonly found: Foreseen; readonly amount: string | null; readonly variables: Row } | null;
  readonly readOnly: boolean;
  keep(cases: readonly Case[]): void;
}

const pathOf = (found: Foreseen): string => found.steps.map((step) => step.nodeId).join(",");

/** The test cases kept with the process: all run at one press, each says whether it still walks as it should. */
export function Cases({ cases, about, last, readOnly, keep }: Props) {
  const say = useText();
  const work = useWork();
  const [name, setName] = useState("");
  const [walked, setWalked] = useState<ReadonlyMap<string, string>>(new Map());
  const run = (): Promise<void> =>
    work.run(async () => {
      const found = new Map<string, string>();
      for (const example of cases) {
        const answer = await simulate({
          ...about,
          variables: example.variables ?? {},
          ...(example.amount ? { amount: example.amount } : {}),
        });
        found.set(example.name, answer.problems?.length ? answer.problems.join("；") : pathOf(answer));
      }
      setWalked(found);
    });
  const add = (): void => {
    keep([
      ...cases.filter((example) => example.name !== name.trim()),
      { name: name.trim(), amount: last!.amount, variables: last!.variables, path: pathOf(last!.found) },
    ]);
    setName("");
  };
  return (
    <section aria-label={say(["测试用例", "Test cases"])}>
      <h3 className="pg-h3">
        {say(["测试用例", "Test cases"])} <span className="pg-count">{cases.length}</span>
        {cases.length > 0 ? (
          <Button className="pg-h3-end" size="small" icon={<Play size={12} />} loading={work.busy} onClick={() => void run()}>
            {say(["全部运行", "Run all"])}
          </Button>
        ) : null}
      </h3>
      {cases.length === 0 ? (
        <p className="pg-faint">
          {say(["走一遍后存为用例，发布时会自动核对。", "Save a simulation as a test case. All test cases are checked before publishing."])}
        </p>
      ) : null}
      <ItemList>
        {cases.map((example) => {
          const now = walked.get(example.name);
          const fine = now === example.path.replaceAll(" ", "");
          return (
            <Item
              key={example.name}
              lead={
                now === undefined ? undefined : fine ? (
                  <Mark tone="success" label={say(["通过", "As expected"])} />
                ) : (
                  <Mark tone="error" label={say(["不符", "Not as expected"])} />
                )
              }
              title={
                <>
                  <b>{example.name}</b> {example.amount ? <span className="pg-figure">{example.amount}</span> : null}
                </>
              }
              note={`${example.path}${now !== undefined && !fine ? say([`，实际 ${now || "无"}`, `, actual path ${now || "nothing"}`]) : ""}`}
              end={
                readOnly ? undefined : (
                  <button
                    type="button"
                    className="s-icon-btn"
                    aria-label={say([`删除用例 ${example.name}`, `Remove ${example.name}`])}
                    onClick={() => keep(cases.filter((other) => other !== example))}
                  >
                    <Trash2 size={14} />
                  </button>
                )
              }
            />
          );
        })}
      </ItemList>
      {last && !readOnly ? (
        <Inline noWrap>
          <Input
            size="small"
            value={name}
            maxLength={100}
            placeholder={say(["用例名称", "Name of the case"])}
            aria-label={say(["用例名称", "Name of the case"])}
            onChange={(event) => setName(event.target.value)}
          />
          <Button size="small" icon={<Plus size={12} />} disabled={!name.trim() || last.found.steps.length === 0} onClick={add}>
            {say(["存为用例", "Save as test case"])}
          </Button>
        </Inline>
      ) : null}
      {work.error ? <p className="pg-error">{work.error}</p> : null}
    </section>
  );
}

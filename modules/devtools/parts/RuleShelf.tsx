import type { Seen } from "#kernel/seen.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { discardChanges } from "#kernel/web/message.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { TreeDetail } from "#kernel/web/part/TreeDetail.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { families, familyOf, ruleSet } from "#modules/rules/index.ts";
import { RuleEditor } from "#modules/rules/web.tsx";
import { Button, Input, Select } from "antd";
import { Plus, Scale } from "lucide-react";
import { useMemo, useRef, useState } from "react";

/** Families with their rules; of each code the newest version gives the name. */
function nodesOf(sets: readonly Seen<typeof ruleSet>[], say: (text: readonly [string, string]) => string): TreeNode[] {
  const newest = new Map<string, Seen<typeof ruleSet>>();
  for (const set of sets) {
    const known = newest.get(String(set.ruleCode));
    if (!known || Number(known.version) < Number(set.version)) newest.set(String(set.ruleCode), set);
  }
  return families
    .map(({ prefix, question }) => ({
      key: `family:${prefix}`,
      title: `${prefix} ${say(question)}`,
      expand: true,
      children: [...newest.values()]
        .filter((row) => String(row.ruleCode).startsWith(prefix))
        .map((row) => ({
          key: String(row.ruleCode),
          title: `${String(row.ruleCode)} ${say([String(row.name), String(row.nameEn || row.name)])}`,
        })),
    }))
    .filter((node) => node.children.length > 0);
}

/** A new rule is called by its family and a word of its own. */
function NewRule({ taken, done }: { readonly taken: ReadonlySet<string>; done(code: string | null): void }) {
  const say = useText();
  const [prefix, setPrefix] = useState("ROUTE_");
  const [word, setWord] = useState("");
  const code = `${prefix}${word.trim().toUpperCase()}`;
  const isWord = /^[A-Z][A-Z0-9_]*$/.test(word.trim().toUpperCase());
  const isTaken = taken.has(code);
  return (
    <AskDialog
      title={say(["新建规则", "New rule"])}
      width={520}
      press={["新建", "Create"]}
      ready={isWord && !isTaken}
      send={() => done(code)}
      close={() => done(null)}
    >
      <Labelled label={say(["规则族", "Family"])}>
        <Select
          value={prefix}
          onChange={setPrefix}
          aria-label={say(["规则族", "Family"])}
          options={families.map((family) => ({ value: family.prefix, label: `${family.prefix} ${say(family.question)}` }))}
        />
      </Labelled>
      <Labelled
        label={say(["编码", "Code"])}
        hint={
          isTaken
            ? say(["该编码已存在", "This code already exists"])
            : say([`默认：${familyOf(prefix)?.otherwise[0] ?? ""}`, `Otherwise: ${familyOf(prefix)?.otherwise[1] ?? ""}`])
        }
      >
        <Input
          addonBefore={prefix}
          value={word}
          aria-label={say(["编码", "Code"])}
          placeholder="PUR_ORDER"
          onChange={(event) => setWord(event.target.value)}
        />
      </Labelled>
    </AskDialog>
  );
}

/** All rules of the installation, for those who keep them centrally; business pages open the same editor beside what they decide. */
export function RuleShelf() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const shown = useShown();
  const load = useRows(ruleSet, { pageRows: 0 });
  const [chosen, setChosen] = useState<string | null>(tab.query.ruleCode ?? null);
  const [making, setMaking] = useState(false);
  const unsaved = useRef(0);
  const nodes = useMemo(() => ({ ...load, data: load.data === null ? null : nodesOf(load.data, say) }), [load, say]);
  const taken = useMemo(() => new Set((load.data ?? []).map((row) => String(row.ruleCode))), [load.data]);
  const choose = async (key: string | null): Promise<void> => {
    if (key?.startsWith("family:") || key === chosen) return;
    if (!(await discardChanges(unsaved.current))) return;
    unsaved.current = 0;
    setChosen(key);
  };
  return (
    <>
      <TreeDetail
        title={say(["规则", "Rules"])}
        label={["规则", "Rules"]}
        load={nodes}
        empty={["还没有规则，点“新建规则”开始", "No rules yet. Start with “New rule”"]}
        chosen={chosen}
        choose={(key) => void choose(key)}
        beside={
          <Inline as="p" spread="between">
            <Words size="small">{say([`${taken.size} 套规则`, `${taken.size} rules`])}</Words>
            {viewer.may("btnAdd") ? (
              <Button size="small" icon={<Plus size={13} />} onClick={() => setMaking(true)}>
                {say(["新建规则", "New rule"])}
              </Button>
            ) : null}
          </Inline>
        }
      >
        {chosen ? (
          <div className="pt-scroll">
            <RuleEditor key={chosen} ruleCode={chosen} unsaved={(count) => void (unsaved.current = count)} />
          </div>
        ) : (
          <Blank
            icon={Scale}
            title={say(["选一套规则", "Choose a rule"])}
            text={say([
              "规则回答业务里的一个问题：走哪个流程、容差多少、由谁处理。",
              "A rule answers one business question: which process, which tolerance, who handles it.",
            ])}
          />
        )}
      </TreeDetail>
      {making && shown ? (
        <NewRule
          taken={taken}
          done={(code) => {
            setMaking(false);
            if (code) void choose(code);
          }}
        />
      ) : null}
    </>
  );
}

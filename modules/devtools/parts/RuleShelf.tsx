import type { Row } from "#kernel/page-document.ts";
import type { TreeNode } from "#kernel/tree.ts";
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
import { Button, Input, Modal, Select } from "antd";
import { Plus, Scale } from "lucide-react";
import { useMemo, useRef, useState } from "react";

/** Families with their rules; of each code the newest version gives the name. */
function nodesOf(sets: readonly Row[], say: (text: readonly [string, string]) => string): TreeNode[] {
  const newest = new Map<string, Row>();
  for (const one of sets) {
    const known = newest.get(String(one["ruleCode"]));
    if (!known || Number(known["version"]) < Number(one["version"])) newest.set(String(one["ruleCode"]), one);
  }
  return families
    .map(({ prefix, question }) => ({
      key: `family:${prefix}`,
      title: `${prefix} ${say(question)}`,
      expand: true,
      children: [...newest.values()]
        .filter((one) => String(one["ruleCode"]).startsWith(prefix))
        .map((one) => ({
          key: String(one["ruleCode"]),
          title: `${String(one["ruleCode"])} ${say([String(one["name"]), String(one["nameEn"] || one["name"])])}`,
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
    <Modal
      open
      title={say(["新建规则", "New rule"])}
      okText={say(["新建", "Create"])}
      cancelText={say(["取消", "Cancel"])}
      okButtonProps={{ disabled: !isWord || isTaken }}
      onOk={() => done(code)}
      onCancel={() => done(null)}
    >
      <div className="pg-form pg-form-1">
        <label className="pg-cell">
          <span className="pg-label">{say(["规则族", "Family"])}</span>
          <Select
            value={prefix}
            onChange={setPrefix}
            aria-label={say(["规则族", "Family"])}
            options={families.map((one) => ({ value: one.prefix, label: `${one.prefix} ${say(one.question)}` }))}
          />
        </label>
        <label className="pg-cell">
          <span className="pg-label">{say(["编码", "Code"])}</span>
          <Input
            addonBefore={prefix}
            value={word}
            aria-label={say(["编码", "Code"])}
            placeholder="PUR_ORDER"
            onChange={(event) => setWord(event.target.value)}
          />
          <span className="pg-hint">
            {isTaken
              ? say(["该编码已存在", "This code already exists"])
              : say([`默认：${familyOf(prefix)?.otherwise[0] ?? ""}`, `Otherwise: ${familyOf(prefix)?.otherwise[1] ?? ""}`])}
          </span>
        </label>
      </div>
    </Modal>
  );
}

/** All rules of the installation, for those who keep them centrally; business pages open the same editor beside what they decide. */
export function RuleShelf() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const shown = useShown();
  const load = useRows(ruleSet, { pageRows: 0 });
  const [chosen, setChosen] = useState<string | null>(tab.query["ruleCode"] ?? null);
  const [making, setMaking] = useState(false);
  const unsaved = useRef(0);
  const nodes = useMemo(() => ({ ...load, data: load.data === null ? null : nodesOf(load.data, say) }), [load, say]);
  const taken = useMemo(() => new Set((load.data ?? []).map((one) => String(one["ruleCode"]))), [load.data]);
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
          <p className="dv-truth">
            {say([`${taken.size} 套规则`, `${taken.size} rules`])}
            {viewer.may("btnAdd") ? (
              <Button size="small" icon={<Plus size={13} />} onClick={() => setMaking(true)}>
                {say(["新建规则", "New rule"])}
              </Button>
            ) : null}
          </p>
        }
      >
        {chosen ? (
          <div className="dv-scroll">
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

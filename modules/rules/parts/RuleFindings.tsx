import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { useText } from "#kernel/web/language.ts";
import { Input } from "antd";
import { useStore } from "zustand";
import type { RuleModel } from "./ruleModel.tsx";

/** What is answered when no row applies; an empty cell leaves it to whoever asks. */
export function RuleDefaults({ model, editable }: { readonly model: RuleModel; readonly editable: boolean }) {
  const say = useText();
  const { outputFields, defaults } = useStore(model.state, (state) => state.head);
  return (
    <Box soft>
      <Inline gap="m">
        <b>{say(["其余情况", "Otherwise"])}</b>
        {outputFields.map((field) => (
          <Inline key={field.name} as="label">
            <span className="pg-faint">{say([field.labelCn, field.labelEn || field.labelCn])}</span>
            {editable ? (
              <Input
                size="small"
                style={{ width: 170 }}
                value={defaults[field.name] ?? ""}
                placeholder={say(["由调用方决定", "Up to the caller"])}
                onChange={(event) => {
                  const { [field.name]: _, ...others } = defaults;
                  const typed = event.target.value;
                  model.patch({ defaults: typed.trim() === "" ? others : { ...others, [field.name]: typed } });
                }}
              />
            ) : (
              <span>{defaults[field.name] ?? "–"}</span>
            )}
          </Inline>
        ))}
      </Inline>
    </Box>
  );
}

/** Everything worth knowing before publishing: what stands against it, what overlaps, and which inputs fall to the default. */
export function RuleFindings({ model }: { readonly model: RuleModel }) {
  const say = useText();
  const { report, places } = useStore(model.state, (state) => state.judged);
  const { errors, notes, gaps } = report;
  const open = gaps.open.map((text) => say(text));
  return (
    <Stack as="section" gap="xs" role="status" label={say(["检查结果", "Findings"])}>
      {errors.length === 0 ? (
        <Mark tone="success">
          {say(["可以发布：语法、可达性和用例都通过", "Ready to publish: syntax, coverage and test cases passed"])}
        </Mark>
      ) : null}
      {errors.map((finding, at) => (
        <Mark key={at} tone="error">
          {say(places.get(finding) ?? ["", ""])}
          {say(finding.text)}
        </Mark>
      ))}
      {notes.slice(0, 10).map((finding, at) => (
        <Mark key={at} tone="warning">
          {say(finding.text)}
        </Mark>
      ))}
      {open.slice(0, 8).map((text) => (
        <Mark key={text} tone="neutral">
          {say([`没有行回答：${text}，按默认结果处理`, `No row applies: ${text}; the default is used`])}
        </Mark>
      ))}
      {gaps.whenEmpty.length ? (
        <Mark tone="neutral">
          {say([`为空时走默认：${gaps.whenEmpty.join("、")}`, `Empty leads to the default: ${gaps.whenEmpty.join(", ")}`])}
        </Mark>
      ) : null}
    </Stack>
  );
}

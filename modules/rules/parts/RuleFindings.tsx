import { useText } from "#kernel/web/language.ts";
import { Input } from "antd";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useStore } from "zustand";
import type { RuleModel } from "./ruleModel.tsx";

/** What is answered when no row applies; an empty cell leaves it to whoever asks. */
export function RuleDefaults({ model, editable }: { readonly model: RuleModel; readonly editable: boolean }) {
  const say = useText();
  const { outputFields, defaults } = useStore(model.state, (state) => state.head);
  return (
    <div className="ru-defaults">
      <b>{say(["其余情况", "Otherwise"])}</b>
      {outputFields.map((field) => (
        <label key={field.name}>
          <span className="pg-faint">{say([field.labelCn, field.labelEn || field.labelCn])}</span>
          {editable ? (
            <Input
              size="small"
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
        </label>
      ))}
    </div>
  );
}

/** Everything worth knowing before publishing: what stands against it, what overlaps, and which inputs fall to the default. */
export function RuleFindings({ model }: { readonly model: RuleModel }) {
  const say = useText();
  const { report, places } = useStore(model.state, (state) => state.judged);
  const { errors, notes, gaps } = report;
  const open = gaps.open.map((text) => say(text));
  return (
    <section className="ru-findings" aria-live="polite" aria-label={say(["检查结果", "Findings"])}>
      {errors.length === 0 ? (
        <p className="ru-ok">
          <CircleCheck size={14} aria-hidden />{" "}
          {say(["可以发布：语法、可达性和用例都通过", "Ready to publish: syntax, coverage and test cases passed"])}
        </p>
      ) : (
        <ul>
          {errors.map((one, at) => (
            <li key={at} className="ru-bad">
              <CircleAlert size={14} aria-hidden />
              {say(places.get(one) ?? ["", ""])}
              {say(one.text)}
            </li>
          ))}
        </ul>
      )}
      {notes.length ? (
        <ul>
          {notes.slice(0, 10).map((one, at) => (
            <li key={at} className="ru-warn">
              <TriangleAlert size={14} aria-hidden /> {say(one.text)}
            </li>
          ))}
        </ul>
      ) : null}
      {open.length || gaps.whenEmpty.length ? (
        <ul>
          {open.slice(0, 8).map((text) => (
            <li key={text} className="ru-note">
              <Info size={14} aria-hidden /> {say([`没有行回答：${text}，按默认结果处理`, `No row applies: ${text}; the default is used`])}
            </li>
          ))}
          {gaps.whenEmpty.length ? (
            <li className="ru-note">
              <Info size={14} aria-hidden />{" "}
              {say([`为空时走默认：${gaps.whenEmpty.join("、")}`, `Empty leads to the default: ${gaps.whenEmpty.join(", ")}`])}
            </li>
          ) : null}
        </ul>
      ) : null}
    </section>
  );
}

import { Button, Modal } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import type { Deed, Difference } from "../../../page-merge.ts";
import { isClash, touchedByMe } from "../../../page-merge.ts";
import type { Row } from "../../../page-document.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { ValueText } from "../document/ValueText.tsx";
import { useShown } from "../shown.ts";
import type { EditModel } from "./editModel.ts";

/** Somebody saved the same document meanwhile: both versions side by side, and at each place the choice which to keep. */
export function StaleDialog({ model }: { readonly model: EditModel }) {
  const shown = useShown();
  const theirs = useStore(model.state, (state) => state.theirs);
  return theirs === null || !shown ? null : <Compare key={String(theirs["versionNum"])} model={model} theirs={theirs} />;
}

function Compare({ model, theirs }: { readonly model: EditModel; readonly theirs: Row }) {
  const say = useText();
  const [found] = useState(() => model.differences());
  const [mine, setMine] = useState(() => touchedByMe(found));
  const who = String(theirs["lastUpdatedByName"] ?? "");
  const clashes = found.filter(isClash).length;
  const choose = (key: string, own: boolean): void =>
    setMine((now) => (own ? new Set([...now, key]) : new Set([...now].filter((value) => value !== key))));
  const use = (): void => {
    model.settle((key) => mine.has(key));
    toast.info(["已放到最新版本上，请核对后保存", "Your changes were applied to the latest version. Check and save"]);
  };
  return (
    <Modal
      open
      width={820}
      closable={false}
      title={say([`${who || "有人"}已保存了更新的版本`, `${who || "Someone"} saved a newer version`])}
      footer={
        <div className="pg-dialog-foot">
          <Button onClick={() => model.stale(null)}>{say(["先不处理", "Later"])}</Button>
          <span className="pg-grow" />
          <Button onClick={() => model.take(theirs)}>{say(["全用对方的", "Accept all of theirs"])}</Button>
          <Button type="primary" onClick={use}>
            {say(["采用所选", "Use selected"])}
          </Button>
        </div>
      }
    >
      <p className="pg-dialog-text">
        {say([
          `您的修改还没有保存。逐处选择留下哪一边${clashes > 0 ? `；${clashes} 处两边都改过` : ""}，之后都可以再改。`,
          `Your changes are not saved yet. Choose a version for each field${clashes > 0 ? `; ${clashes} were changed by both` : ""}. You can still edit either choice.`,
        ])}
      </p>
      <div className="pg-compare-box">
        <table className="pg-compare">
          <thead>
            <tr>
              <th scope="col">{say(["位置", "Where"])}</th>
              <th scope="col">{say(["我的", "Mine"])}</th>
              <th scope="col">{say(["对方的", "Theirs"])}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((difference) => (
              <Place
                key={difference.key}
                entity={model.entity}
                one={difference}
                own={mine.has(difference.key)}
                choose={(own) => choose(difference.key, own)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}

interface PlaceProps {
  readonly entity: Entity;
  readonly one: Difference;
  readonly own: boolean;
  choose(own: boolean): void;
}

function Place({ entity, one, own, choose }: PlaceProps) {
  const say = useText();
  const where = one.where.map(say).join(" ");
  const side = (isMine: boolean) => (
    <td className={own === isMine ? "pg-chosen" : ""}>
      <label>
        <input
          type="radio"
          name={`side ${one.key}`}
          checked={own === isMine}
          aria-label={`${where} ${say(isMine ? ["我的", "mine"] : ["对方的", "theirs"])}`}
          onChange={() => choose(isMine)}
        />
        <Side entity={entity} path={one.path} side={isMine ? one.mine : one.theirs} />
      </label>
    </td>
  );
  return (
    <tr className={isClash(one) ? "pg-clash" : ""}>
      <th scope="row">{where}</th>
      {side(true)}
      {side(false)}
    </tr>
  );
}

const deeds: Readonly<Record<"added" | "removed" | "changed", Text>> = {
  added: ["新增行", "row added"],
  removed: ["删除行", "row removed"],
  changed: ["改过的行", "row changed"],
};

function Side({ entity, path, side }: { readonly entity: Entity; readonly path: string; readonly side: Difference["mine"] }) {
  const say = useText();
  const isLine = path.endsWith("]");
  const deed: Deed = side.deed;
  if (isLine) {
    if (deed === "same") return <span className="pg-faint">{side.value === undefined ? "–" : say(["未改", "unchanged"])}</span>;
    return deed === "removed" ? <del>{say(deeds.removed)}</del> : <ins>{say(deeds[deed])}</ins>;
  }
  const value = <ValueText entity={entity} path={path} value={side.value} />;
  return deed === "same" ? <span className="pg-faint">{value}</span> : <b>{value}</b>;
}

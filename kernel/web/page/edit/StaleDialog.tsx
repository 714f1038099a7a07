import { Button, Modal } from "antd";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import type { Change } from "../../../page-document.ts";
import { changesOf } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { ValueText } from "../document/ValueText.tsx";
import { useShown } from "../shown.ts";
import type { EditModel } from "./editModel.ts";

/** Somebody saved the same document meanwhile: both versions side by side, and the choice which to keep. */
export function StaleDialog({ model }: { readonly model: EditModel }) {
  const say = useText();
  const shown = useShown();
  const { theirs, base } = useStore(model.state);
  if (theirs === null || !shown) return null;
  const mine = model.changes();
  const other = changesOf(model.entity, base, theirs);
  const paths = [...new Set([...mine, ...other].map((change) => change.path))];
  const who = String(theirs["lastUpdatedByName"] ?? "");
  const keep = (): void => {
    model.keepMine();
    toast.info(["已放到最新版本上，请核对后保存", "Your changes now stand on the latest version; check and save"]);
  };
  return (
    <Modal
      open
      width={760}
      closable={false}
      title={say([`${who || "有人"}已保存了更新的版本`, `${who || "Somebody"} saved a newer version`])}
      footer={
        <div className="pg-dialog-foot">
          <Button onClick={() => model.stale(null)}>{say(["先不处理", "Decide later"])}</Button>
          <span className="pg-grow" />
          <Button onClick={() => model.take(theirs)}>{say(["用对方的", "Take theirs"])}</Button>
          <Button type="primary" onClick={keep}>
            {say(["保留我的修改", "Keep mine"])}
          </Button>
        </div>
      }
    >
      <p className="pg-dialog-text">
        {say([
          "您的修改还没有保存。下面是两边的差别，选哪一边都可以再改。",
          "Your changes are not saved yet. These are the differences; either choice can still be edited.",
        ])}
      </p>
      <table className="pg-compare">
        <thead>
          <tr>
            <th scope="col">{say(["位置", "Where"])}</th>
            <th scope="col">{say(["我的", "Mine"])}</th>
            <th scope="col">{say(["对方的", "Theirs"])}</th>
          </tr>
        </thead>
        <tbody>
          {paths.map((path) => {
            const [own, their] = [mine.find((c) => c.path === path), other.find((c) => c.path === path)];
            return (
              <tr key={path} className={own && their ? "pg-clash" : ""}>
                <th scope="row">{(own ?? their)!.where.map(say).join(" ")}</th>
                <td>
                  <Side entity={model.entity} change={own} />
                </td>
                <td>
                  <Side entity={model.entity} change={their} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Modal>
  );
}

function Side({ entity, change }: { readonly entity: Entity; readonly change: Change | undefined }) {
  const say = useText();
  if (!change) return <span className="pg-faint">{say(["未改", "unchanged"])}</span>;
  if (change.kind === "added") return <ins>{say(["新增行", "row added"])}</ins>;
  if (change.kind === "removed") return <del>{say(["删除行", "row removed"])}</del>;
  return (
    <b>
      <ValueText entity={entity} path={change.path} value={change.new} />
    </b>
  );
}

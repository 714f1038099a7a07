import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import type { TreeNode } from "../../tree.ts";
import { PanelState } from "../page/document/PanelState.tsx";
import type { Loaded } from "../page/document/useLoad.ts";
import { useText } from "../language.ts";
import { Tree } from "../Tree.tsx";

interface Props {
  readonly title: ReactNode;
  /** What the tree holds, for those who hear it. */
  readonly label: Text;
  readonly load: Loaded<readonly TreeNode[]>;
  readonly empty: Text;
  readonly chosen: string | null;
  /** Stands between title and tree: a count, a button. */
  readonly beside?: ReactNode;
  choose(key: string | null): void;
  readonly children: ReactNode;
}

/** A tree at the left and the chosen node at the right; on a phone one after the other. */
export function TreeDetail({ title, label, load, empty, chosen, beside, choose, children }: Props) {
  const say = useText();
  return (
    <div className="pc-split" data-chosen={chosen !== null}>
      <div className="pc-split-side" role="navigation" aria-label={say(label)}>
        <h1>{title}</h1>
        {beside}
        <div className="pc-split-tree">
          <PanelState load={load} empty={say(empty)} isEmpty={(nodes) => nodes.length === 0}>
            {(nodes) => <Tree nodes={nodes} label={label} searchable selected={chosen} onSelect={(node) => choose(node.key)} />}
          </PanelState>
        </div>
      </div>
      <div className="pc-split-main">
        <button type="button" className="s-btn pc-back" onClick={() => choose(null)}>
          <ArrowLeft size={14} aria-hidden />
          {say(["返回", "Back"])}
        </button>
        {children}
      </div>
    </div>
  );
}

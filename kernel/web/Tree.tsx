import { useVirtualizer } from "@tanstack/react-virtual";
import { Check, ChevronDown, ChevronRight, Minus, Search } from "lucide-react";
import { useMemo, useRef, useState, type DragEvent, type HTMLAttributes, type KeyboardEvent, type ReactNode } from "react";
import { Refusal } from "../refusal.ts";
import type { Text } from "../text.ts";
import { dropPlace, pathTo, stepPlace, type TreePlace } from "../tree-place.ts";
import { checkNode, checkState, readTree, searchTree, treeLines, type TreeLine, type TreeNode } from "../tree.ts";
import { useText } from "./language.ts";

/** How nodes may be put elsewhere: by dragging, or by Alt and the arrows. */
export interface TreeMoves {
  /** A place that cannot be shows no mark under the pointer. */
  may(key: string, place: TreePlace): boolean;
  move(key: string, place: TreePlace): void;
}

interface TreeProps {
  /** What was configured; nothing at all is a mistake that is shown. */
  readonly nodes: readonly TreeNode[] | null | undefined;
  readonly label: Text;
  readonly checkable?: boolean;
  readonly searchable?: boolean;
  readonly selected?: string | null;
  readonly moves?: TreeMoves | undefined;
  /** Stand before and after a title. */
  icon?(node: TreeNode): ReactNode;
  after?(node: TreeNode): ReactNode;
  /** Drawn faint: it does not count here. */
  muted?(node: TreeNode): boolean;
  /** Fetches a branch that is not at hand; trees of more than 500 nodes come branch by branch. */
  load?(node: TreeNode): Promise<readonly TreeNode[]>;
  onSelect?(node: TreeNode): void;
  onChange?(nodes: TreeNode[]): void;
}

const search: Text = ["查找", "Search"];
const nothing: Text = ["没有匹配的节点", "No matching node"];
const lineHeight = 30;

const put = (nodes: readonly TreeNode[], key: string, children: readonly TreeNode[]): TreeNode[] =>
  nodes.map((node) => {
    if (node.key === key) return { ...node, children, more: false };
    return node.children === undefined ? node : { ...node, children: put(node.children, key, children) };
  });

/** Which nodes are open: as sent by the server, and those above the chosen one, until the person opens or closes them. */
function useOpen(nodes: readonly TreeNode[], selected: string | null) {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const above = useMemo(() => new Set(selected === null ? [] : pathTo(nodes, selected).slice(0, -1)), [nodes, selected]);
  const isOpen = (node: TreeNode): boolean => turned.get(node.key) ?? (node.expand === true || above.has(node.key));
  const turn = (node: TreeNode, open: boolean): void => setTurned((now) => new Map(now).set(node.key, open));
  return { isOpen, turn };
}

type Part = "before" | "inside" | "after";
const partAt = (event: DragEvent): Part => {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  return share < 0.28 ? "before" : share > 0.72 ? "after" : "inside";
};

/** What a line needs to be dragged and dropped upon. */
function useDragging(nodes: readonly TreeNode[], moves: TreeMoves | undefined): (key: string) => HTMLAttributes<HTMLElement> {
  const [dragged, setDragged] = useState<{ readonly key: string; readonly over: string | null; readonly part: Part } | null>(null);
  if (moves === undefined) return () => ({});
  return (key) => ({
    draggable: true,
    ...(dragged?.over === key ? { "data-drop": dragged.part } : {}),
    onDragStart(event) {
      event.dataTransfer.setData("text/plain", key);
      event.dataTransfer.effectAllowed = "move";
      setDragged({ key, over: null, part: "inside" });
    },
    onDragOver(event) {
      if (dragged === null) return;
      const part = partAt(event);
      const place = dropPlace(nodes, key, part);
      const over = place !== null && key !== dragged.key && moves.may(dragged.key, place) ? key : null;
      if (over !== null) event.preventDefault();
      if (dragged.over !== over || dragged.part !== part) setDragged({ ...dragged, over, part });
    },
    onDragEnd: () => setDragged(null),
    onDrop(event) {
      event.preventDefault();
      const place = dragged === null ? null : dropPlace(nodes, key, partAt(event));
      setDragged(null);
      if (dragged !== null && place !== null && moves.may(dragged.key, place)) moves.move(dragged.key, place);
    },
  });
}

const moveSteps: Readonly<Record<string, Parameters<typeof stepPlace>[2]>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** Alt and an arrow put the node one step away; true when the key was meant for that. */
function movedByKey(event: KeyboardEvent, nodes: readonly TreeNode[], key: string, moves: TreeMoves): boolean {
  const step = event.altKey ? moveSteps[event.key] : undefined;
  if (step === undefined) return false;
  event.preventDefault();
  const place = stepPlace(nodes, key, step);
  if (place !== null) moves.move(key, place);
  return true;
}

type Act = (what: "turn" | "check" | "select", line: TreeLine) => void;

interface LineProps {
  readonly line: TreeLine;
  readonly top: number;
  readonly checkable: boolean;
  readonly focused: boolean;
  readonly selected: boolean;
  readonly muted: boolean;
  readonly icon: ReactNode;
  readonly after: ReactNode;
  readonly drag: HTMLAttributes<HTMLElement>;
  readonly act: Act;
}

function Line({ line, top, checkable, focused, selected, muted, icon, after, drag, act }: LineProps) {
  const { node, level, open, hasChildren, position, siblings } = line;
  const state = checkable ? checkState(node) : "none";
  return (
    <div
      role="treeitem"
      className={`tree-line${selected ? " tree-selected" : ""}${muted ? " tree-muted" : ""}`}
      style={{ top, paddingLeft: 8 + (level - 1) * 18 }}
      tabIndex={focused ? 0 : -1}
      data-key={node.key}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={checkable ? undefined : selected}
      aria-checked={checkable ? (state === "some" ? "mixed" : state === "all") : undefined}
      title={node.treeFullPath}
      {...drag}
      onClick={() => act("select", line)}
    >
      <span
        className="tree-arrow"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (hasChildren) act("turn", line);
        }}
      >
        {hasChildren && (open ? <ChevronDown size={15} /> : <ChevronRight size={15} />)}
      </span>
      {checkable && (
        <span className="tree-box" aria-hidden="true" data-state={state}>
          {state === "all" && <Check size={12} strokeWidth={3} />}
          {state === "some" && <Minus size={12} strokeWidth={3} />}
        </span>
      )}
      {icon}
      <span className="tree-title">{node.title}</span>
      {after}
    </div>
  );
}

function nextLine(lines: readonly TreeLine[], at: number, key: string): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(lines.length - 1, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return lines.length - 1;
    default:
      return null;
  }
}

function readOrRefuse(nodes: TreeProps["nodes"]): readonly TreeNode[] | Refusal {
  try {
    return readTree(nodes);
  } catch (cause) {
    if (cause instanceof Refusal) return cause;
    throw cause;
  }
}

/** A tree to look through, choose from or tick; the keyboard walks it like any tree of the desktop. */
export function Tree(props: TreeProps) {
  const say = useText();
  const nodes = readOrRefuse(props.nodes);
  if (!(nodes instanceof Refusal)) return <TreeView {...props} nodes={nodes} />;
  return (
    <p className="tree-failed" role="alert">
      {say(nodes.text)}
    </p>
  );
}

interface Walk {
  readonly lines: readonly TreeLine[];
  readonly at: number;
  act: Act;
  goTo(index: number): void;
  /** Alt and an arrow; true when the key was meant for moving. */
  moved(event: KeyboardEvent, key: string): boolean;
}

/** The keys of a tree: up and down walk, right and left open, close and climb, Enter and space choose. */
function walkByKey(event: KeyboardEvent, { lines, at, act, goTo, moved }: Walk): void {
  const line = lines[at];
  if (line === undefined || moved(event, line.node.key)) return;
  const next = nextLine(lines, at, event.key);
  if (next !== null) goTo(next);
  else if (event.key === "ArrowRight" && line.hasChildren) line.open ? goTo(at + 1) : act("turn", line);
  else if (event.key === "ArrowLeft") line.open ? act("turn", line) : goTo(lines.findIndex((other) => other.node.key === line.parent));
  else if (event.key === "Enter" || event.key === " ") act("select", line);
  else return;
  event.preventDefault();
}

function TreeView(props: TreeProps & { readonly nodes: readonly TreeNode[] }) {
  const { nodes, label, checkable = false, searchable = false, selected = null, load, onSelect, onChange } = props;
  const say = useText();
  const { isOpen, turn } = useOpen(nodes, selected);
  const [wanted, setWanted] = useState("");
  const [focus, setFocus] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const searching = wanted.trim() !== "";
  const shown = useMemo(() => searchTree(nodes, wanted), [nodes, wanted]);
  const lines = treeLines(shown, (node) => (searching && node.expand === true) || isOpen(node));
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 12,
    initialRect: { width: 240, height: 600 },
  });
  const focused = focus ?? selected;
  const at = Math.max(
    0,
    lines.findIndex((line) => line.node.key === focused),
  );
  const moves = searching ? undefined : props.moves;
  const dragOf = useDragging(nodes, moves);

  const act: Act = (what, line) => {
    setFocus(line.node.key);
    if (what === "turn") {
      turn(line.node, !line.open);
      if (!line.open && line.node.more === true && load !== undefined)
        void load(line.node).then((children) => onChange?.(put(nodes, line.node.key, children)));
    } else if (checkable) onChange?.(checkNode(nodes, line.node.key, checkState(line.node) !== "all"));
    else onSelect?.(line.node);
  };
  const goTo = (index: number): void => {
    const line = lines[index];
    if (line === undefined) return;
    setFocus(line.node.key);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(line.node.key)}"]`)?.focus());
  };
  const moved = (event: KeyboardEvent, key: string): boolean => moves !== undefined && movedByKey(event, nodes, key, moves);
  return (
    <div className="tree">
      {searchable && <TreeSearch value={wanted} onChange={setWanted} />}
      {lines.length === 0 && <p className="tree-none">{say(nothing)}</p>}
      {lines.length > 0 && (
        <div
          ref={box}
          role="tree"
          aria-label={say(label)}
          aria-multiselectable={checkable || undefined}
          className="tree-lines"
          onKeyDown={(event) => walkByKey(event, { lines, at, act, goTo, moved })}
        >
          <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const line = lines[index]!;
              return (
                <Line
                  key={line.node.key}
                  line={line}
                  top={start}
                  checkable={checkable}
                  focused={index === at}
                  selected={line.node.key === selected}
                  muted={props.muted?.(line.node) ?? false}
                  icon={props.icon?.(line.node)}
                  after={props.after?.(line.node)}
                  drag={dragOf(line.node.key)}
                  act={act}
                />
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}

function TreeSearch({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const say = useText();
  return (
    <label className="tree-search">
      <Search size={13} aria-hidden="true" />
      <input value={value} placeholder={say(search)} aria-label={say(search)} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

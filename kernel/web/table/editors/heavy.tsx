import { Cascader, TreeSelect } from "antd";
import { useEffect, useRef, type ComponentRef } from "react";
import { isBlank } from "#kernel/cell.ts";
import { listOf } from "../reader.ts";
import type { TreeChoice } from "../types.ts";
import type { EditorProps } from "./CellEditor.tsx";

interface Branch {
  value: string;
  title: string;
  label: string;
  disabled: boolean;
  children?: Branch[];
}

const branches = (nodes: readonly TreeChoice[]): Branch[] =>
  nodes.map((node) => ({
    value: node.value,
    title: node.label,
    label: node.label,
    disabled: node.disabled === true,
    ...(node.children === undefined ? {} : { children: branches(node.children) }),
  }));

/** These two bring the component kit along, so they load when the first tree or cascade is edited. */
export function TreeEditor(p: EditorProps) {
  const box = useRef<ComponentRef<typeof TreeSelect>>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <TreeSelect
      ref={box}
      className="dt-kit"
      size="small"
      showSearch
      defaultOpen
      allowClear
      treeDefaultExpandAll
      treeNodeFilterProp="title"
      aria-label={p.label}
      aria-required={p.required || undefined}
      value={isBlank(p.value) ? null : String(p.value)}
      treeData={branches(p.reader.nodes(p.column, p.row))}
      onChange={(value: string | null) => p.change(value ?? null)}
    />
  );
}

export function CascadeEditor(p: EditorProps) {
  const box = useRef<ComponentRef<typeof Cascader>>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <Cascader
      ref={box}
      className="dt-kit"
      size="small"
      showSearch
      defaultOpen
      allowClear
      aria-label={p.label}
      aria-required={p.required || undefined}
      value={listOf(p.value)}
      options={branches(p.reader.nodes(p.column, p.row))}
      onChange={(value) => p.change(Array.isArray(p.value) ? (value ?? []) : (value ?? []).join(",") || null)}
    />
  );
}

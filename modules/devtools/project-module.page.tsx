import type { Seen } from "#kernel/seen.ts";
import { moduleState } from "#kernel/platform/module.entity.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { TreeDetail } from "#kernel/web/part/TreeDetail.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Boxes } from "lucide-react";
import { useMemo, useState } from "react";
import { project } from "./favourite-starter.entity.ts";
import { ModuleDetail } from "./parts/ModuleDetail.tsx";
import { ProjectDetail } from "./parts/ProjectDetail.tsx";

export const page = { route: "projectAndModule", title: ["项目与模块", "Projects and modules"] };

/** What the installation is made of: projects, their modules, and which of them are in use. */
export default function ProjectAndModule() {
  return (
    <OwnPage>
      <Parts />
    </OwnPage>
  );
}

const codesOf = (row: Seen<typeof project>): string[] =>
  String(row.moduleCodes ?? "")
    .split(/[,，\s]+/)
    .filter((code) => code !== "");

/** Modules stand under the project that names them; those nobody names under the first. */
function nodesOf(projects: readonly Seen<typeof project>[], modules: readonly Seen<typeof moduleState>[], language: string): TreeNode[] {
  const named = (row: Seen<typeof project> | Seen<typeof moduleState>): string =>
    language === "EN" ? String(row.nameEn || row.nameCn) : String(row.nameCn);
  const off = language === "EN" ? " (off)" : "（已停用）";
  const claimed = new Set(projects.slice(1).flatMap(codesOf));
  return projects.map((project, at) => ({
    key: `project:${String(project.id)}`,
    title: `${named(project)} ${String(project.projectCode)}`,
    expand: true,
    children: modules
      .filter((module) => (at === 0 ? !claimed.has(String(module.moduleCode)) : codesOf(project).includes(String(module.moduleCode))))
      .map((module) => ({
        key: String(module.id),
        title: `${named(module)} ${String(module.moduleCode)}${module.enabledFlag === "N" ? off : ""}`,
      })),
  }));
}

function Parts() {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const projects = useRows(project, { pageRows: 0 });
  const modules = useRows(moduleState, { pageRows: 0 });
  const [chosen, setChosen] = useState<string | null>(null);
  const nodes = useMemo(
    () => ({
      ...modules,
      data: projects.data === null || modules.data === null ? null : nodesOf(projects.data, modules.data, language),
      error: projects.error || modules.error,
    }),
    [projects, modules, language],
  );
  const off = modules.data?.filter((row) => row.enabledFlag === "N").length ?? 0;
  const module = modules.data?.find((row) => row.id === chosen);
  const owner = projects.data?.find((row) => `project:${String(row.id)}` === chosen);
  return (
    <TreeDetail
      title={say(["项目与模块", "Projects and modules"])}
      label={["项目与模块", "Projects and modules"]}
      load={nodes}
      empty={["没有模块", "No modules"]}
      chosen={chosen}
      choose={setChosen}
      beside={
        <Words as="p" size="small">
          {say([`${modules.data?.length ?? 0} 个模块，${off} 个停用`, `${modules.data?.length ?? 0} modules, ${off} off`])}
        </Words>
      }
    >
      {module ? (
        <ModuleDetail key={String(module.id)} module={module} />
      ) : owner ? (
        <ProjectDetail key={String(owner.id)} project={owner} />
      ) : (
        <Blank
          icon={Boxes}
          title={say(["选一个模块", "Choose a module"])}
          text={say([
            "停用一个模块，它的菜单即刻消失，调用被拒绝；数据保留，可随时启用。",
            "A disabled module loses its menus at once and its calls are refused. Its data is kept and it can be enabled again.",
          ])}
        />
      )}
    </TreeDetail>
  );
}

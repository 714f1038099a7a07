import { folder, type MenuFolder } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";

const folders = {
  SUP_REGISTER: ["注册与邀请", "Registration"],
  SUP_INFO: ["供应商信息", "Supplier information"],
  SLC_CONFIG: ["引入配置", "Onboarding setup"],
  SLC_INTRODUCE: ["引入过程", "Onboarding"],
  SLC_MANAGE: ["日常管理与退出", "Management"],
  SUP_REPORT: ["供应商报表", "Supplier reports"],
} as const;

/** Pages under one heading of the supplier menu; several stretches fill the same headings, in the order written here. */
export function supplierMenu(pages: Partial<Record<keyof typeof folders, MenuFolder["children"]>>): MenuFolder {
  const codes = Object.keys(folders) as (keyof typeof folders)[];
  return root(
    "SUPPLIER",
    codes.flatMap((code, i) => {
      const children = pages[code];
      return children ? [{ ...folder(code, folders[code][0], folders[code][1], children), seq: (i + 1) * 10 }] : [];
    }),
  );
}

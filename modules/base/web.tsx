export { PendingList } from "./parts/PendingList.tsx";

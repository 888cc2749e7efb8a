export { pause as setTimeout } from '../virtual-time.ts';

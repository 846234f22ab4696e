import { declines as english } from '../../../../ui/declines/en';
import { declines as russian } from '../../../../ui/declines/ru';
import { en } from '../language';

export const declines = en ? english : russian;

// The printed cards of a box.

import { photographed } from './photograph_page.js';

photographed('/stand/cards', 4000);
